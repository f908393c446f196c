// Distributions in the form of results.
#include "system/results/spread.h"

#include <gmock/gmock.h>

namespace docsis_vp::system::spread_test {
namespace {

TEST(Results, SpreadScalesAndLeavesEmptyEmpty) {
  EXPECT_FALSE(spread(Histogram(), 10).mean);
  Histogram histogram;
  histogram.add(10);
  histogram.add(30);
  const Spread result = spread(histogram, 10);
  EXPECT_EQ(result.count, 2U);
  EXPECT_DOUBLE_EQ(*result.mean, 2);
  EXPECT_DOUBLE_EQ(*result.max, 3);
}

// Every value in a bin, every bin where its edges say.
void expect_all_in(const Bins& bins, const Histogram& histogram, double unit) {
  ASSERT_EQ(bins.edges.size(), bins.counts.size() + 1);
  EXPECT_LE(bins.edges.front() * unit, static_cast<double>(*histogram.min()));
  EXPECT_GT(bins.edges.back() * unit, static_cast<double>(*histogram.max()));
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < bins.counts.size(); ++i) {
    EXPECT_LT(bins.edges[i], bins.edges[i + 1]);
    total += bins.counts[i];
  }
  EXPECT_EQ(total, histogram.count());
}

TEST(Results, StepsOfAHistogramAreRound) {
  Histogram histogram;
  for (std::uint64_t us = 103; us < 653; ++us) {
    histogram.add(us * 1'000'000);
  }
  const Spread spread = spread_in_steps(histogram, 1e6);
  expect_all_in(*spread.bins, histogram, 1e6);
  EXPECT_EQ(spread.bins->edges.front(), 100);
  EXPECT_EQ(spread.bins->edges.at(1), 120);
  EXPECT_EQ(spread.bins->edges.back(), 660);
  EXPECT_NEAR(static_cast<double>(spread.bins->counts.front()), 17, 1);
  EXPECT_NEAR(static_cast<double>(spread.bins->counts.back()), 13, 5) << "by buckets of 8 us";
}

TEST(Results, BinsOfAnyRangeHoldAllAndAreFew) {
  for (const std::uint64_t from : {0ULL, 1ULL, 999'999ULL, 31'500'000ULL, 123'456'789'012ULL}) {
    for (const std::uint64_t range : {1ULL, 77'777ULL, 650'000'000ULL, 9'876'543'210'000ULL}) {
      Histogram histogram;
      for (std::uint64_t i = 0; i <= 100; ++i) {
        histogram.add(from + range * i / 100);
      }
      const Spread steps = spread_in_steps(histogram, 1e6);
      expect_all_in(*steps.bins, histogram, 1e6);
      EXPECT_LE(steps.bins->counts.size(), 50U);
      const Spread decades = spread_by_decades(histogram, 1e6);
      expect_all_in(*decades.bins, histogram, 1e6);
      EXPECT_LE(decades.bins->counts.size(), 82U);
      const Spread fine = spread_with_tail(histogram, 1e6);
      expect_all_in(*fine.bins, histogram, 1e6);
      EXPECT_LE(fine.bins->counts.size(), 402U);
    }
  }
  EXPECT_TRUE(spread_in_steps(Histogram(), 1e6).bins->edges.empty());
  EXPECT_TRUE(spread_by_decades(Histogram(), 1e6).bins->counts.empty());
}

TEST(Results, DecadesHaveTenPartsEach) {
  Histogram histogram;
  for (const std::uint64_t us : {2U, 3U, 40U, 1'300U}) {
    histogram.add(us * 1'000'000);
  }
  const Bins bins = *spread_by_decades(histogram, 1e6).bins;
  expect_all_in(bins, histogram, 1e6);
  EXPECT_EQ(bins.edges.front(), 2);
  EXPECT_EQ(bins.edges.at(1), 2.5);
  EXPECT_EQ(bins.edges.at(2), 3.15);
  EXPECT_EQ(bins.edges.back(), 1'600);
  EXPECT_EQ(bins.counts.size(), 29U);
}

TEST(Results, DelaysOfPacketsShowTheirTail) {
  Histogram histogram;
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    histogram.add((i < 9'985 ? 2'000 : 150'000) * 1'000'000ULL);
  }
  const Spread delays = spread_with_tail(histogram, 1e9);
  EXPECT_NEAR(*delays.p99, 2, 2.0 / 64);
  EXPECT_NEAR(*delays.p99_9, 150, 150.0 / 64);
  expect_all_in(*delays.bins, histogram, 1e9);
  EXPECT_EQ(delays.bins->edges.front(), 2);
  EXPECT_EQ(delays.bins->edges.at(1), 2.12);
  EXPECT_EQ(delays.bins->edges.back(), 160);
  EXPECT_FALSE(spread_with_tail(Histogram(), 1e9).p99_9.has_value());
}

// The rule of the results reference: the bin where the counts reach the fraction.
void expect_in_its_bin(const Bins& bins, double fraction, double percentile) {
  std::uint64_t all = 0;
  for (const std::uint64_t count : bins.counts) {
    all += count;
  }
  std::size_t bin = 0;
  for (std::uint64_t below = bins.counts[0];
       static_cast<double>(below) < fraction * static_cast<double>(all);
       below += bins.counts[++bin]) {
  }
  EXPECT_LE(bins.edges[bin], percentile) << fraction;
  EXPECT_GE(bins.edges[bin + 1], percentile) << fraction;
}

TEST(Results, PercentilesFollowFromTheBins) {
  constexpr double kMs = 1e9;
  // From 2 us, as a low-latency queue delays, to seconds.
  for (const std::uint64_t scale : {2'000'000ULL, 77'000'000ULL, 9'300'000'000ULL}) {
    Histogram histogram;
    std::uint64_t value = 1;
    for (unsigned i = 0; i < 5'000; ++i) {
      value = value * 48'271 % 2'147'483'647;
      histogram.add(scale * (1 + value % 997 * (value % 31)) / 7);
    }
    const Spread delays = spread_with_tail(histogram, kMs);
    expect_all_in(*delays.bins, histogram, kMs);
    expect_in_its_bin(*delays.bins, 0.10, *delays.p10);
    expect_in_its_bin(*delays.bins, 0.50, *delays.p50);
    expect_in_its_bin(*delays.bins, 0.90, *delays.p90);
    expect_in_its_bin(*delays.bins, 0.99, *delays.p99);
    expect_in_its_bin(*delays.bins, 0.999, *delays.p99_9);
    // The first may begin at 0.
    for (std::size_t i = 2; i < delays.bins->edges.size(); ++i) {
      EXPECT_LE(delays.bins->edges[i], 1.072 * delays.bins->edges[i - 1]) << i;
    }
  }
}

TEST(Results, DelaysOfMicrosecondsHaveBinsOfTheirOwn) {
  Histogram histogram;
  for (const std::uint64_t ns : {0ULL, 400ULL, 50'000ULL, 99'000ULL}) {
    histogram.add(ns * 1'000);
  }
  const Bins bins = *spread_with_tail(histogram, 1e9).bins;
  expect_all_in(bins, histogram, 1e9);
  EXPECT_EQ(bins.edges.at(0), 0);
  EXPECT_EQ(bins.edges.at(1), 0.001);
  EXPECT_EQ(bins.edges.at(2), 0.00106);
  EXPECT_EQ(bins.edges.back(), 0.1);
  EXPECT_EQ(bins.counts.front(), 2U);
  EXPECT_EQ(bins.counts.back(), 1U);
  EXPECT_EQ(bins.counts.size(), 81U);
}

TEST(Results, WhatIsLateLiesBelowZero) {
  Histogram late;
  Histogram early;
  EXPECT_FALSE(spread_about_zero(late, early, 1e6).min);
  for (const std::uint64_t us : {1U, 1U, 40U}) {
    late.add(us * 1'000'000);
  }
  const Spread only_late = spread_about_zero(late, early, 1e6);
  EXPECT_EQ(only_late.max, -1);
  EXPECT_EQ(only_late.mean, -14);
  for (const std::uint64_t us : {0U, 30U}) {
    early.add(us * 1'000'000);
  }
  const Spread both = spread_about_zero(late, early, 1e6);
  EXPECT_EQ(both.count, 5U);
  EXPECT_EQ(both.min, -40);
  EXPECT_EQ(both.p1, -40);
  EXPECT_NEAR(*both.p50, -1, 0.01);
  EXPECT_EQ(both.p90, 30);
  EXPECT_EQ(both.max, 30);
  EXPECT_DOUBLE_EQ(*both.mean, -12.0 / 5);
  EXPECT_EQ(both.bins->edges.front(), -40);
  EXPECT_EQ(both.bins->edges.at(20), 0);
  EXPECT_EQ(both.bins->edges.back(), 32);
  std::vector<std::uint64_t> counts(36);
  counts[0] = counts[20] = counts[35] = 1;
  counts[19] = 2;
  EXPECT_EQ(both.bins->counts, counts);
}

}  // namespace
}  // namespace docsis_vp::system::spread_test
