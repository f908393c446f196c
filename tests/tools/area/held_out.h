// Inventories of blocks of other kinds than the modem's (held_out/), written from their functions.
// Their error shows how far inventories of other people's blocks will be off.
#pragma once

#include <vector>

#include "models/area/block.h"

namespace docsis_vp::area {

std::vector<Block> held_out_inventories();

}  // namespace docsis_vp::area
