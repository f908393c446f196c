// Adjusts the settings of the SystemC kernel that the platform needs. The program chooses all
// others.
#pragma once

namespace docsis_vp::platform {

// Throws InputError unless the time resolution is 1 ps, SystemC's default; fixes it.
void require_picoseconds();

// Suppresses the kernel's own notices of pauses and stops, unless the program has set an action for
// reports of their type.
void drop_kernel_notices();

}  // namespace docsis_vp::platform
