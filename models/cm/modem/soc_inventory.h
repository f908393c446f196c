// Estimates the gates around a control CPU: bus, interrupt controller, timers, console. It excludes
// the memories, whose size follows from the program.
#pragma once

#include <vector>

#include "models/area/block.h"

namespace docsis_vp::cm {

// Bus targets and interrupt sources are those of soc.rdl, whether a modem uses all of them or not.
// recovers: a failure resets the CPU, which can then read the reset cause and the running image.
std::vector<area::Block> soc_inventories(bool recovers = false);

}  // namespace docsis_vp::cm
