// Collects notes on queue-management parameters that are given but have no effect.
#pragma once

#include <string>
#include <vector>

#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Returns a line for each parameter that differs from its default although the other parameters
// make it ineffective, such as the length of a measurement that is off. Each is listed once, with
// its first service flow. scenario: complete.
std::vector<std::string> notes_on_queue_management(const Scenario& scenario);

}  // namespace docsis_vp::system
