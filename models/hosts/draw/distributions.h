// Draws random numbers from the distributions of the traffic models, from named streams, equal on
// every machine.
#pragma once

#include "platform/base/random.h"

namespace docsis_vp::hosts {

// Quantile of the standard normal distribution; 0 < probability < 1. Wichura 1988, algorithm AS 241
// (PPND16): relative error about 1e-15.
double normal_quantile(double probability);

// Pareto distribution: P(X > x) = (scale / x)^shape for x >= scale.
class Pareto {
 public:
  // shape > 1, so that the mean exists: shape x scale / (shape - 1). The variance is infinite for
  // shape <= 2.
  static Pareto with_mean(double mean, double shape) {
    return Pareto(mean * (shape - 1) / shape, shape);
  }
  Pareto(double scale, double shape) : scale_(scale), shape_(shape) {}

  double scale() const { return scale_; }
  // Returns the value that is exceeded with this probability; 0 < probability <= 1.
  double exceeded_with(double probability) const;
  double draw(RandomStream& random) const { return exceeded_with(1 - random.uniform()); }

 private:
  double scale_;
  double shape_;
};

// Log-normal distribution, by the mean and deviation of log10 X.
class LogNormal {
 public:
  LogNormal(double log10_mean, double log10_deviation)
      : mean_(log10_mean), deviation_(log10_deviation) {}

  double quantile(double probability) const;
  double draw(RandomStream& random) const;

 private:
  double mean_;
  double deviation_;
};

}  // namespace docsis_vp::hosts
