// Logarithm and exponential that give the same bits on every machine.
#pragma once

namespace docsis_vp::hosts {

// The last bit of libm's log and exp differs between libraries. These are made of + - * / and
// exact scaling only, which IEEE 754 rounds alike everywhere; relative error below 1e-15 of
// max(1, |result|).

// Base 2; value > 0 and finite.
double portable_log2(double value);
// Base 2; exponent within -1000..1000.
double portable_exp2(double exponent);
// base > 0.
double portable_power(double base, double exponent);

}  // namespace docsis_vp::hosts
