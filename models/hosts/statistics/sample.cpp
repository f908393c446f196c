#include "models/hosts/statistics/sample.h"

#include <algorithm>
#include <cmath>

namespace docsis_vp::hosts {

namespace {

// Returns twice the median, which is an integer. values: at least one.
TimePs twice_median(std::vector<TimePs> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? 2 * values[middle] : values[middle - 1] + values[middle];
}

}  // namespace

std::optional<double> TimeSample::mean_s() const {
  if (values_.empty()) {
    return std::nullopt;
  }
  double sum = 0;
  for (const TimePs value : values_) {
    sum += to_seconds(value);
  }
  return sum / static_cast<double>(values_.size());
}

std::optional<double> TimeSample::deviation_s() const {
  if (values_.size() < 2) {
    return std::nullopt;
  }
  const double mean = *mean_s();
  double squares = 0;
  for (const TimePs value : values_) {
    squares += (to_seconds(value) - mean) * (to_seconds(value) - mean);
  }
  return std::sqrt(squares / static_cast<double>(values_.size() - 1));
}

std::optional<double> TimeSample::median_s() const {
  if (values_.empty()) {
    return std::nullopt;
  }
  return to_seconds(twice_median(values_)) / 2;
}

std::optional<double> TimeSample::median_absolute_deviation_s() const {
  if (values_.empty()) {
    return std::nullopt;
  }
  const TimePs twice = twice_median(values_);
  std::vector<TimePs> distances;
  for (const TimePs value : values_) {
    distances.push_back(std::abs(2 * value - twice));
  }
  return to_seconds(twice_median(std::move(distances))) / 4;
}

}  // namespace docsis_vp::hosts
