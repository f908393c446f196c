#include "models/aqm/dual_queue/latency_histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "platform/base/random.h"

namespace docsis_vp::aqm::latency_histogram_test {
namespace {

class LatencyHistogram : public testing::Test {
 protected:
  void SetUp() override { latency_histogram_clear(&histogram); }

  void count(std::uint64_t latency_ns) { latency_histogram_count(&histogram, &config, latency_ns); }
  std::uint64_t quantile(std::uint32_t millionths) const {
    return latency_histogram_quantile_ns(&histogram, &config, millionths);
  }

  latency_histogram_config config{2, {10, 20}};  // 100 us, 200 us
  latency_histogram histogram{};
};

TEST_F(LatencyHistogram, PutsAnEdgeIntoTheBinThatItBegins) {
  for (const std::uint64_t latency : {0, 99'999, 100'000, 199'999, 200'000, 5'000'000}) {
    count(latency);
  }
  EXPECT_EQ(histogram.bins[0], 2U);
  EXPECT_EQ(histogram.bins[1], 2U);
  EXPECT_EQ(histogram.bins[2], 2U);
  EXPECT_EQ(histogram.updates, 6U);
  EXPECT_EQ(histogram.max_ns, 5'000'000U);
}

TEST_F(LatencyHistogram, InterpolatesInsideTheBin) {
  for (int i = 0; i < 50; ++i) {
    count(10'000);
  }
  for (int i = 0; i < 49; ++i) {
    count(150'000);
  }
  count(1'000'000);
  EXPECT_EQ(quantile(0), 0U);
  EXPECT_EQ(quantile(250'000), 50'000U);
  EXPECT_EQ(quantile(500'000), 100'000U);
  EXPECT_EQ(quantile(745'000), 150'000U);
  EXPECT_EQ(quantile(990'000), 200'000U);
  EXPECT_EQ(quantile(995'000), 600'000U);  // the last bin ends at the maximum
  EXPECT_EQ(quantile(1'000'000), 1'000'000U);
}

TEST_F(LatencyHistogram, EndsABinAtTheMaximum) {
  count(120'000);
  EXPECT_EQ(quantile(500'000), 110'000U);
  EXPECT_EQ(quantile(1'000'000), 120'000U);
}

TEST_F(LatencyHistogram, TellsNothingWithoutPackets) {
  EXPECT_EQ(quantile(500'000), 0U);
  EXPECT_EQ(histogram.max_ns, 0U);
}

TEST_F(LatencyHistogram, DoesNotOverflowWithManyPackets) {
  histogram.bins[2] = histogram.updates = UINT32_MAX;
  histogram.max_ns = std::uint64_t{1} << 40;
  const double expected = 200'000 + 0.99 * (static_cast<double>(histogram.max_ns) - 200'000);
  EXPECT_NEAR(static_cast<double>(quantile(990'000)), expected, 2);
}

TEST_F(LatencyHistogram, ErrsByLessThanTheBinThatIsHit) {
  config = latency_histogram_usual();
  ASSERT_EQ(latency_histogram_check(&config), nullptr);
  RandomStream random(1, "test/histogram");
  for (int run = 0; run < 50; ++run) {
    latency_histogram_clear(&histogram);
    std::vector<std::uint64_t> all;
    for (int i = 0; i < 1'000; ++i) {
      all.push_back(random.next_u64() >> (64 - 15 - random.below(14)));
      count(all.back());
    }
    std::sort(all.begin(), all.end());
    for (const std::uint32_t p : {500'000U, 900'000U, 990'000U, 999'000U}) {
      const std::uint64_t exact = all[p / 1'000 - 1];  // the least with so many at or below
      const std::uint64_t told = quantile(p);
      std::uint64_t begin = 0;
      std::uint64_t end = histogram.max_ns;
      for (std::uint32_t i = 0; i < config.edges; ++i) {
        const std::uint64_t edge = config.edge_10us[i] * std::uint64_t{10'000};
        begin = edge <= exact ? edge : begin;
        end = edge > exact ? std::min(edge, end) : end;
      }
      ASSERT_GE(told, begin) << p;
      ASSERT_LE(told, end) << p;
    }
  }
}

TEST_F(LatencyHistogram, RefusesEdgesThatDoNotRise) {
  const auto says = [](const latency_histogram_config& c) {
    const char* refused = latency_histogram_check(&c);
    return std::string(refused != nullptr ? refused : "");
  };
  EXPECT_EQ(says({0, {}}), "edges: expected 1..15");
  EXPECT_EQ(says({16, {}}), "edges: expected 1..15");
  EXPECT_EQ(says({1, {0}}), "edge_10us: expected at least 1, the first bin begins at 0");
  EXPECT_EQ(says({2, {5, 5}}), "edge_10us: expected ascending edges");
  EXPECT_EQ(says({1, {1}}), "");
}

}  // namespace
}  // namespace docsis_vp::aqm::latency_histogram_test
