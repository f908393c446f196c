// Confidence intervals of means of few samples.
#pragma once

#include <optional>
#include <vector>

namespace docsis_vp::system {

// The 97.5 % quantile of Student's t distribution with so many degrees of freedom, at least 1;
// within 1e-5. Up to 10 from a table, beyond by the Cornish-Fisher expansion (Abramowitz and
// Stegun 26.7.5), in operations that round alike on every machine.
double student_t_975(unsigned degrees_of_freedom);

struct Estimate {
  unsigned n = 0;
  double mean = 0;  // of nothing: 0
  std::optional<double>
      ci95{};  // half the width of the 95 % confidence interval; from 2 samples on
};

Estimate estimate(const std::vector<double>& samples);

}  // namespace docsis_vp::system
