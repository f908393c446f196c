// Settings of the SystemC kernel that the platform needs; all others are the program's.
#pragma once

namespace docsis_vp::platform {

// Throws InputError unless the time resolution is 1 ps, SystemC's default; fixes it.
void require_picoseconds();

// Drops the kernel's own notices of pauses and stops, unless the program has said what becomes of
// reports of their type.
void drop_kernel_notices();

}  // namespace docsis_vp::platform
