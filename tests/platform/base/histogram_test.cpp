#include "platform/base/histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "platform/base/random.h"

namespace docsis_vp::histogram_test {
namespace {

TEST(Histogram, IsEmptyUntilSomethingIsAdded) {
  const Histogram histogram;
  EXPECT_EQ(histogram.count(), 0U);
  EXPECT_FALSE(histogram.mean() || histogram.min() || histogram.max() || histogram.quantile(0.5));
}

TEST(Histogram, EveryQuantileOfAWideDistributionIsWithinOnePercent) {
  Histogram histogram;
  std::vector<std::uint64_t> exact;
  RandomStream random(1, "histogram");
  for (int i = 0; i < 100'000; ++i) {
    exact.push_back(static_cast<std::uint64_t>(std::exp(random.uniform() * 30.0)));
    histogram.add(exact.back());
  }
  std::sort(exact.begin(), exact.end());
  for (const double fraction : {0.0001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.9999, 1.0}) {
    const auto rank = static_cast<std::size_t>(std::ceil(fraction * 100'000.0)) - 1;
    const auto value = static_cast<double>(exact[rank]);
    EXPECT_NEAR(*histogram.quantile(fraction), value, value * 0.01) << fraction;
  }
  EXPECT_EQ(*histogram.min(), exact.front());
  EXPECT_EQ(*histogram.max(), exact.back());
}

TEST(Histogram, MayBeReadBetweenAnyTwoValues) {
  RandomStream random(2, "histogram");
  Histogram read;
  Histogram at_once;
  std::uint64_t sum = 0;
  std::uint64_t least = UINT64_MAX;
  std::uint64_t most = 0;
  for (std::uint64_t count = 1; count <= 100; ++count) {
    const std::uint64_t value = random.below(1'000'000);
    sum += value;
    least = std::min(least, value);
    most = std::max(most, value);
    read.add(value);
    at_once.add(value);
    ASSERT_EQ(read.count(), count);
    ASSERT_EQ(read.mean(), static_cast<double>(sum) / static_cast<double>(count));
    ASSERT_EQ(read.min(), least);
    ASSERT_EQ(read.max(), most);
    const Histogram copy = at_once;
    ASSERT_EQ(copy.quantile(0.5), read.quantile(0.5));
    ASSERT_EQ(copy.count_below(500'000), read.count_below(500'000));
  }
}

// Only the buckets between the lowest and the highest value exist.
TEST(Histogram, TheOrderOfValuesAndMergersDoesNotShow) {
  const std::vector<std::uint64_t> values = {5'000'000'000, 3, 70'000, 5'100'000'000, 0, 70'500};
  Histogram forwards;
  Histogram backwards;
  Histogram merged;
  for (std::size_t i = 0; i < values.size(); ++i) {
    forwards.add(values[i]);
    backwards.add(values[values.size() - 1 - i]);
    Histogram one;
    one.add(values[i]);
    merged.merge(one);
    merged.merge(Histogram{});
  }
  for (const double fraction : {0.0, 0.2, 0.4, 0.6, 0.8, 1.0}) {
    EXPECT_EQ(forwards.quantile(fraction), backwards.quantile(fraction)) << fraction;
    EXPECT_EQ(forwards.quantile(fraction), merged.quantile(fraction)) << fraction;
  }
  EXPECT_EQ(*forwards.quantile(0.5), *merged.quantile(0.5));
  EXPECT_NEAR(*forwards.quantile(0.5), 70'000, 700);
  EXPECT_EQ(merged.count(), values.size());
}

TEST(Histogram, MeanIsExactBeyondSixtyFourBits) {
  Histogram histogram;
  for (int i = 0; i < 4; ++i) {
    histogram.add(std::uint64_t{1} << 63);
  }
  EXPECT_EQ(*histogram.mean(), 0x1p63);
}

TEST(Histogram, CountsWhatLiesBelow) {
  Histogram histogram;
  EXPECT_EQ(histogram.count_below(1e18), 0U);
  for (std::uint64_t value = 1; value <= 100'000; ++value) {
    histogram.add(value);
  }
  EXPECT_EQ(histogram.count_below(1), 0U);
  EXPECT_EQ(histogram.count_below(100), 99U) << "small values have buckets of their own";
  EXPECT_NEAR(static_cast<double>(histogram.count_below(50'000)), 50'000, 500);
  EXPECT_NEAR(static_cast<double>(histogram.count_below(100'000)), 100'000, 1'000);
  EXPECT_EQ(histogram.count_below(100'000.5), 100'000U) << "no bucket reaches beyond the largest";
}

TEST(Histogram, MergeEqualsAddingAll) {
  Histogram left;
  Histogram right;
  Histogram all;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    (i % 3 == 0 ? left : right).add(i * i);
    all.add(i * i);
  }
  left.merge(right);
  EXPECT_EQ(left.count(), all.count());
  EXPECT_EQ(left.mean(), all.mean());
  EXPECT_EQ(left.quantile(0.9), all.quantile(0.9));
}

}  // namespace
}  // namespace docsis_vp::histogram_test
