// Writes areas as an indented text tree.
#pragma once

#include <ostream>
#include <vector>

#include "system/area/sensitivity.h"
#include "system/results/area_result.h"

namespace docsis_vp::system {

// depth: levels of blocks shown. Primitives and memories of a block appear at the level of its
// sub-blocks.
void write_area_text(std::ostream& to, const AreaResult& area, unsigned depth);
// Writes the modem's totals in each of the technologies.
void write_nodes_text(std::ostream& to, const AreaResult& area,
                      const std::vector<area::Technology>& technologies);
void write_sensitivity_text(std::ostream& to, const std::vector<Sensitivity>& sensitivities);

}  // namespace docsis_vp::system
