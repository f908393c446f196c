#include "system/results/student_t.h"

#include <array>
#include <cmath>

namespace docsis_vp::system {

double student_t_975(unsigned degrees_of_freedom) {
  static constexpr std::array<double, 10> kFew = {
      12.7062047362, 4.3026527297, 3.1824463053, 2.7764451052, 2.5705818356,
      2.4469118511,  2.3646242516, 2.3060041352, 2.2621571628, 2.2281388520};
  if (degrees_of_freedom <= kFew.size()) {
    return kFew[degrees_of_freedom - 1];
  }
  constexpr double kX = 1.9599639845400545;  // quantile of the normal distribution
  constexpr double kX3 = kX * kX * kX;
  constexpr double kX5 = kX3 * kX * kX;
  constexpr double kX7 = kX5 * kX * kX;
  constexpr double kX9 = kX7 * kX * kX;
  constexpr std::array<double, 4> kTerms = {
      (kX3 + kX) / 4, (5 * kX5 + 16 * kX3 + 3 * kX) / 96,
      (3 * kX7 + 19 * kX5 + 17 * kX3 - 15 * kX) / 384,
      (79 * kX9 + 776 * kX7 + 1482 * kX5 - 1920 * kX3 - 945 * kX) / 92160};
  const double n = degrees_of_freedom;
  return kX + (kTerms[0] + (kTerms[1] + (kTerms[2] + kTerms[3] / n) / n) / n) / n;
}

Estimate estimate(const std::vector<double>& samples) {
  Estimate result;
  result.n = static_cast<unsigned>(samples.size());
  if (samples.empty()) {
    return result;
  }
  for (const double sample : samples) {
    result.mean += sample;
  }
  result.mean /= result.n;
  if (result.n > 1) {
    double squares = 0;
    for (const double sample : samples) {
      squares += (sample - result.mean) * (sample - result.mean);
    }
    result.ci95 = student_t_975(result.n - 1) * std::sqrt(squares / (result.n - 1) / result.n);
  }
  return result;
}

}  // namespace docsis_vp::system
