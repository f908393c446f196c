// Estimates the gates around a control CPU: bus, interrupt controller, timers, console. It excludes
// the memories, whose size follows from the program.
#pragma once

#include <vector>

#include "models/area/block.h"

namespace docsis_vp::cm {

// Bus targets and interrupt sources are those of soc.rdl, used or not, except the coupled law.
// recovers: a failure resets the CPU, which can then read the reset cause and the running image.
// has_coupled_law: firmware computes the law of aggregates, whose registers are one more target.
std::vector<area::Block> soc_inventories(bool recovers = false, bool has_coupled_law = false);

}  // namespace docsis_vp::cm
