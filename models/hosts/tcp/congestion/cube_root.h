// Computes cube roots with the same bits on every machine.
#pragma once

namespace docsis_vp::hosts {

// x: finite, >= 0. The relative error is below 4e-16. libm's cbrt may differ in the last bit
// between machines; this uses correctly rounded operations only.
double cube_root(double x);

}  // namespace docsis_vp::hosts
