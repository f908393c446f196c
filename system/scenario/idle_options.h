// Parameters of queue management that are given and that nothing looks at.
#pragma once

#include <string>
#include <vector>

#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// A line for each parameter that differs from its usual value though the others leave it without
// effect, such as a measurement's length where nothing is measured; named once, with the first
// service flow that has it. Of a complete scenario.
std::vector<std::string> notes_on_queue_management(const Scenario& scenario);

}  // namespace docsis_vp::system
