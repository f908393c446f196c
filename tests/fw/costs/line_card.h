// Area of queue management on a CMTS line card, counted for each service flow.
#pragma once

#include <ostream>

namespace docsis_vp::fw {

void write_line_card(std::ostream& out);

}  // namespace docsis_vp::fw
