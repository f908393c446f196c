// Inventories of the blocks that exist in Verilog too (rtl/): one flow or queue each, their state
// within, their settings outside. Synthesis says how far they are off: tools/area/compare.
#pragma once

#include <vector>

#include "models/area/block.h"

namespace docsis_vp::cm {

// Named as the modules. Made of what the modem's own inventories are made of, in the widths that
// are the modules' parameters.
std::vector<area::Block> twin_inventories();

}  // namespace docsis_vp::cm
