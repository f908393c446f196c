// Gates of what a control CPU needs around it: bus, interrupt controller, timers, console. Not its
// memories, which are as large as its program.
#pragma once

#include <vector>

#include "models/area/block.h"

namespace docsis_vp::cm {

// soc.rdl: so many targets on the bus and sources of interrupts, whether a modem uses all or not.
// recovers: a failure resets the CPU, which then can tell why it started and which image runs.
std::vector<area::Block> soc_inventories(bool recovers = false);

}  // namespace docsis_vp::cm
