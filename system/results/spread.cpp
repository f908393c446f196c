#include "system/results/spread.h"

#include <algorithm>
#include <cmath>

namespace docsis_vp::system {

namespace {

double median_of_sorted(const std::vector<double>& sorted) {
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

}  // namespace

Spread spread(const Histogram& histogram, double unit) {
  const auto scaled = [unit](auto value) {
    return value ? std::optional<double>(static_cast<double>(*value) / unit) : std::nullopt;
  };
  Spread result;
  result.count = histogram.count();
  result.mean = scaled(histogram.mean());
  result.min = scaled(histogram.min());
  result.p1 = scaled(histogram.quantile(0.01));
  result.p10 = scaled(histogram.quantile(0.10));
  result.p50 = scaled(histogram.quantile(0.50));
  result.p90 = scaled(histogram.quantile(0.90));
  result.p99 = scaled(histogram.quantile(0.99));
  result.max = scaled(histogram.max());
  return result;
}

SampleSpread sample_spread(std::vector<double> values) {
  SampleSpread result;
  result.count = values.size();
  if (values.empty()) {
    return result;
  }
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) {
    sum += value;
  }
  result.mean = sum / n;
  if (values.size() > 1) {
    double squares = 0;
    for (const double value : values) {
      squares += (value - *result.mean) * (value - *result.mean);
    }
    result.deviation = std::sqrt(squares / (n - 1));
  }
  result.median = median_of_sorted(values);
  result.p90 = values[static_cast<std::size_t>(std::ceil(0.9 * n)) - 1];
  result.max = values.back();
  for (double& value : values) {
    value = std::abs(value - *result.median);
  }
  std::sort(values.begin(), values.end());
  result.mad = median_of_sorted(values);
  return result;
}

}  // namespace docsis_vp::system
