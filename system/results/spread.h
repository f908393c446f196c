// Distributions as results show them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "platform/base/histogram.h"

namespace docsis_vp::system {

// Numbers of values from one edge up to the next, which belongs to the next; counts has one less.
// Both empty where nothing was measured.
struct Bins {
  std::vector<double> edges;
  std::vector<std::uint64_t> counts;
};

// A distribution in the unit of its key; empty where nothing was measured.
struct Spread {
  std::uint64_t count = 0;
  std::optional<double> mean;
  std::optional<double> min;
  std::optional<double> p1;
  std::optional<double> p10;
  std::optional<double> p50;
  std::optional<double> p90;
  std::optional<double> p99;
  std::optional<double> p99_9;  // only by spread_with_tail()
  std::optional<double> max;
  std::optional<Bins> bins;  // of those that pages draw
  bool shows_tail = false;   // p99_9 is a key of the result, null where nothing was measured
};

// unit: how many of the histogram's units make one of the result's.
Spread spread(const Histogram& histogram, double unit);

// The same with bins. In even steps: multiples of 1, 2 or 5 times a power of ten, at most 50, and
// none finer than the histogram. By decades: ten to each, at 1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3,
// 8 (ISO 3, R10), for tails that are long; the first takes what lies below 0.1.
Spread spread_in_steps(const Histogram& histogram, double unit);
Spread spread_by_decades(const Histogram& histogram, double unit);

// Forty bins to a decade (ISO 3, R40), and the 99.9th percentile: delays of packets.
Spread spread_with_tail(const Histogram& histogram, double unit);

// In even steps, one of them from zero: what histograms of both sides hold as one distribution.
Spread spread_about_zero(const Histogram& below, const Histogram& above, double unit);

// Of a sample that is kept whole: page load times, response times.
struct SampleSpread {
  std::uint64_t count = 0;
  std::optional<double> mean;
  std::optional<double> deviation;  // n - 1; from two values on
  std::optional<double> median;     // the mean of the middle two of an even number
  std::optional<double> mad;        // median of the distances from the median
  std::optional<double> p90;        // nearest rank
  std::optional<double> max;
};

SampleSpread sample_spread(std::vector<double> values);

}  // namespace docsis_vp::system
