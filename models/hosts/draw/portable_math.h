// Computes logarithm and exponential functions with the same bits on every machine.
#pragma once

namespace docsis_vp::hosts {

// libm's log and exp differ between libraries in the last bit. These use only + - * / and exact
// scaling, which IEEE 754 rounds alike everywhere. The relative error is below 1e-15 of max(1,
// |result|).

// Base 2; value > 0 and finite.
double portable_log2(double value);
// Base 2; exponent within -1000..1000.
double portable_exp2(double exponent);
// base > 0.
double portable_power(double base, double exponent);

}  // namespace docsis_vp::hosts
