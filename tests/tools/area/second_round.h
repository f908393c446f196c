// Inventories of nine more blocks (held_out/), counted by the rules of docs/area.md before their
// synthesis.
#pragma once

#include <vector>

#include "models/area/block.h"

namespace docsis_vp::area {

std::vector<Block> second_round_inventories();

}  // namespace docsis_vp::area
