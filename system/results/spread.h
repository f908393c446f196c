// Distributions in the form of results.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "platform/base/histogram.h"

namespace docsis_vp::system {

// Counts of values between consecutive edges; a value on an edge belongs to the next bin. counts
// has one element less than edges. Both are empty without values.
struct Bins {
  std::vector<double> edges;
  std::vector<std::uint64_t> counts;
};

// A distribution in the unit of its key; empty without values.
struct Spread {
  std::uint64_t count = 0;
  std::optional<double> mean;
  std::optional<double> min;
  std::optional<double> p1;
  std::optional<double> p10;
  std::optional<double> p50;
  std::optional<double> p90;
  std::optional<double> p99;
  std::optional<double> p99_9;  // set by spread_with_tail() only
  std::optional<double> max;
  std::optional<Bins> bins;  // of distributions that pages draw
  bool shows_tail = false;   // p99_9 is a key of the result; null without values
};

// unit: number of the histogram's units per unit of the result.
Spread spread(const Histogram& histogram, double unit);

// As spread(), with bins. In steps: at most 50 equal bins, of 1, 2 or 5 times a power of ten, not
// finer than the histogram. By decades: ten bins each, at 1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8
// (ISO 3, R10), for long tails; the first bin takes values below 0.1.
Spread spread_in_steps(const Histogram& histogram, double unit);
Spread spread_by_decades(const Histogram& histogram, double unit);

// Forty bins per decade (ISO 3, R40), and the 99.9th percentile: for delays of packets.
Spread spread_with_tail(const Histogram& histogram, double unit);

// Combines two histograms, of negative and positive values, in equal bins with an edge at zero.
Spread spread_about_zero(const Histogram& below, const Histogram& above, double unit);

// Statistics of a sample that is kept in full: page load times, response times.
struct SampleSpread {
  std::uint64_t count = 0;
  std::optional<double> mean;
  std::optional<double> deviation;  // n - 1; from two values on
  std::optional<double> median;     // the mean of the middle two for an even number
  std::optional<double> mad;        // median of the distances from the median
  std::optional<double> p90;        // nearest rank
  std::optional<double> max;
};

SampleSpread sample_spread(std::vector<double> values);

}  // namespace docsis_vp::system
