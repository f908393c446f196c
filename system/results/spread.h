// Distributions as results show them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "platform/base/histogram.h"

namespace docsis_vp::system {

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
  std::optional<double> max;
};

// unit: how many of the histogram's units make one of the result's.
Spread spread(const Histogram& histogram, double unit);

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
