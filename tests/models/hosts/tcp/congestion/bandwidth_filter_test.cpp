#include "models/hosts/tcp/congestion/bandwidth_filter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/hosts/tcp/congestion/ack_aggregation.h"
#include "platform/base/random.h"

namespace docsis_vp::hosts::bandwidth_filter_test {
namespace {

TEST(BandwidthFilter, KeepsTheLargestForItsWindow) {
  BandwidthFilter filter(10);
  filter.add(100, 1);
  for (std::uint64_t round = 2; round <= 11; ++round) {
    filter.add(50, round);
    EXPECT_EQ(filter.max(), 100) << round;
  }
  filter.add(50, 12);
  EXPECT_EQ(filter.max(), 50);
}

TEST(BandwidthFilter, ALargerOneCountsAtOnce) {
  BandwidthFilter filter(10);
  filter.add(100, 1);
  filter.add(101, 1);
  EXPECT_EQ(filter.max(), 101);
}

TEST(BandwidthFilter, AfterALongSilenceTheNewestCounts) {
  BandwidthFilter filter(10);
  filter.add(100, 1);
  filter.add(7, 30);
  EXPECT_EQ(filter.max(), 7);
}

// Never above the largest of the window, and never below the largest of its newest quarter.
TEST(BandwidthFilter, LiesBetweenTheLargestOfTheWindowAndOfItsNewestPart) {
  RandomStream random(1, "bandwidth filter");
  BandwidthFilter filter(10);
  std::vector<double> values;
  for (std::uint64_t round = 0; round < 5000; ++round) {
    values.push_back(static_cast<double>(random.below(1000)));
    filter.add(values.back(), round);
    const auto largest_of = [&values](std::size_t count) {
      const auto from = values.size() > count ? values.end() - static_cast<std::ptrdiff_t>(count)
                                              : values.begin();
      return *std::max_element(from, values.end());
    };
    EXPECT_LE(filter.max(), largest_of(11));
    EXPECT_GE(filter.max(), largest_of(3));
  }
}

// 1 MB/s: 1000 octets each millisecond are expected.
TEST(AckAggregation, IsWhatComesAtOnceBeyondTheRate) {
  AckAggregation aggregation;
  aggregation.restart(0);
  for (TimePs ms = 1; ms <= 20; ++ms) {
    aggregation.on_delivered(1000, 1e6, 100'000, false, ms * kPsPerMs);
  }
  EXPECT_EQ(aggregation.excess_bytes(), 1000u) << "each epoch begins with one";
  aggregation.on_delivered(9000, 1e6, 100'000, false, 29 * kPsPerMs);
  EXPECT_EQ(aggregation.excess_bytes(), 9000u) << "nine milliseconds' worth at once";
}

TEST(AckAggregation, ForgetsAfterFiveToTenRounds) {
  AckAggregation aggregation;
  aggregation.restart(0);
  aggregation.on_delivered(9000, 1e6, 100'000, false, kPsPerMs);
  ASSERT_EQ(aggregation.excess_bytes(), 9000u);
  TimePs now = kPsPerSecond;
  for (int round = 1; round <= 9; ++round) {
    now += kPsPerSecond;
    aggregation.on_delivered(1000, 1e6, 100'000, true, now);
    EXPECT_EQ(aggregation.excess_bytes(), 9000u) << round;
  }
  aggregation.on_delivered(1000, 1e6, 100'000, true, now + kPsPerSecond);
  EXPECT_EQ(aggregation.excess_bytes(), 1000u);
}

TEST(AckAggregation, IsAtMostTheWindow) {
  AckAggregation aggregation;
  aggregation.restart(0);
  aggregation.on_delivered(50'000, 1e6, 20'000, false, kPsPerMs);
  EXPECT_EQ(aggregation.excess_bytes(), 20'000u);
}

}  // namespace
}  // namespace docsis_vp::hosts::bandwidth_filter_test
