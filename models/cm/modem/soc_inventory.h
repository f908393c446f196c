// Gates of what a control CPU needs around it: bus, interrupt controller, timers, console. Not its
// memories, which are as large as its program.
#pragma once

#include <vector>

#include "models/area/block.h"

namespace docsis_vp::cm {

// soc.rdl: so many targets on the bus and sources of interrupts, whether a modem uses all or not.
std::vector<area::Block> soc_inventories();

}  // namespace docsis_vp::cm
