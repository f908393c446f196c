// Areas as a tree of text.
#pragma once

#include <ostream>

#include "system/results/area_result.h"

namespace docsis_vp::system {

// depth: levels of blocks; primitives and memories of a block show where its blocks would.
void write_area_text(std::ostream& to, const AreaResult& area, unsigned depth);

}  // namespace docsis_vp::system
