// Lists the inventories of the blocks that also exist in Verilog (rtl/): one flow or queue each,
// with its state inside and its settings outside. tools/area/compare shows their error against
// synthesis.
#pragma once

#include <vector>

#include "models/area/block.h"

namespace docsis_vp::cm {

// Blocks carry the names of the modules. They consist of the parts of the modem's own inventories,
// in the widths of the modules' parameters.
std::vector<area::Block> twin_inventories();

}  // namespace docsis_vp::cm
