// Computes confidence intervals of means of few samples.
#pragma once

#include <optional>
#include <vector>

namespace docsis_vp::system {

// Returns the 97.5 % quantile of Student's t distribution, within 1e-5; degrees_of_freedom: at
// least 1. Up to 10 it uses a table, beyond the Cornish-Fisher expansion (Abramowitz and Stegun
// 26.7.5). All operations round alike on every machine.
double student_t_975(unsigned degrees_of_freedom);

struct Estimate {
  unsigned n = 0;
  double mean = 0;  // 0 without samples
  std::optional<double>
      ci95{};  // half the width of the 95 % confidence interval; from 2 samples on
};

Estimate estimate(const std::vector<double>& samples);

}  // namespace docsis_vp::system
