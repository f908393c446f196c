#include "models/hosts/tcp/congestion/cube_root.h"

#include <cmath>

namespace docsis_vp::hosts {

double cube_root(double x) {
  if (x <= 0) return 0;
  // x = m * 8^e with m in [1, 8); frexp and ldexp convert without rounding.
  int exponent = 0;
  std::frexp(x, &exponent);
  const int eighths = exponent > 0 ? (exponent - 1) / 3 : -((3 - exponent) / 3);
  const double m = std::ldexp(x, -3 * eighths);

  // The chord from (1, 1) to (8, 2) lies at most 15 % below the root. Each Newton step for y^3 = m
  // squares the relative error: 2e-2, 5e-4, 3e-7, 6e-14, then the rounding error.
  double y = 1 + (m - 1) / 7;
  for (int step = 0; step < 5; ++step) y = (2 * y + m / (y * y)) / 3;
  return std::ldexp(y, eighths);
}

}  // namespace docsis_vp::hosts
