// Statistics of samples that are few enough to keep: pages, responses, files.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::hosts {

// Durations, all kept. Seconds in, seconds out; everything is empty of an empty sample.
class TimeSample {
 public:
  void add(TimePs duration) { values_.push_back(duration); }

  std::size_t count() const { return values_.size(); }
  const std::vector<TimePs>& values() const { return values_; }  // in the order of adding

  std::optional<double> mean_s() const;
  // Of a sample (n - 1); empty below two values.
  std::optional<double> deviation_s() const;
  // The mean of the middle two of an even number.
  std::optional<double> median_s() const;
  // The median of the distances from the median.
  std::optional<double> median_absolute_deviation_s() const;

 private:
  std::vector<TimePs> values_;
};

}  // namespace docsis_vp::hosts
