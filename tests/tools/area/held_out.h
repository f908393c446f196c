// Inventories of blocks of a kind that the modem has none of, written from what they do
// (held_out/). What they cost says how far inventories of other people's blocks will be off.
#pragma once

#include <vector>

#include "models/area/block.h"

namespace docsis_vp::area {

std::vector<Block> held_out_inventories();

}  // namespace docsis_vp::area
