// Computes statistics of small samples that are kept as a whole: pages, responses, files.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::hosts {

// A sample of durations. Results are in seconds, and empty if the sample is empty.
class TimeSample {
 public:
  void add(TimePs duration) { values_.push_back(duration); }

  std::size_t count() const { return values_.size(); }
  const std::vector<TimePs>& values() const { return values_; }  // in the order of adding

  std::optional<double> mean_s() const;
  // Standard deviation of a sample (n - 1); empty below two values.
  std::optional<double> deviation_s() const;
  // Returns the mean of the middle two for an even number of values.
  std::optional<double> median_s() const;
  // Returns the median of the absolute deviations from the median.
  std::optional<double> median_absolute_deviation_s() const;

 private:
  std::vector<TimePs> values_;
};

}  // namespace docsis_vp::hosts
