#include "models/hosts/draw/portable_math.h"

#include <cmath>

namespace docsis_vp::hosts {

namespace {

constexpr double kLn2 = 0.69314718055994530942;
constexpr double kSqrtHalf = 0.70710678118654752440;

}  // namespace

double portable_log2(double value) {
  int exponent = 0;
  double mantissa = std::frexp(value, &exponent);  // exact; 0.5 <= mantissa < 1
  if (mantissa < kSqrtHalf) {
    mantissa *= 2;
    --exponent;
  }
  // ln m = 2 atanh(s), s = (m - 1) / (m + 1), |s| < 0.172: the series ends below 2^-53 at s^21.
  const double s = (mantissa - 1) / (mantissa + 1);
  const double square = s * s;
  double sum = 0;
  for (int power = 21; power >= 3; power -= 2) {
    sum = (sum + 1.0 / power) * square;
  }
  return exponent + 2 / kLn2 * (s + s * sum);
}

double portable_exp2(double exponent) {
  const double whole = std::floor(exponent + 0.5);
  const double rest = (exponent - whole) * kLn2;  // |rest| < 0.347: Taylor to the 13th power
  double sum = 1;
  for (int power = 13; power >= 1; --power) {
    sum = 1 + sum * rest / power;
  }
  return std::ldexp(sum, static_cast<int>(whole));
}

double portable_power(double base, double exponent) {
  return portable_exp2(portable_log2(base) * exponent);
}

}  // namespace docsis_vp::hosts
