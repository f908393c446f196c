// The cube root, the same to the last bit on every machine.
#pragma once

namespace docsis_vp::hosts {

// Of a finite x >= 0; relative error below 4e-16. libm's cbrt may differ in the last bit from one
// machine to the next; this needs only correctly rounded operations.
double cube_root(double x);

}  // namespace docsis_vp::hosts
