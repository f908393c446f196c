// Collects notes on flows that a user should read before the run.
#pragma once

#include <string>
#include <vector>

#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Returns the notes of the flows' kinds, flow by flow. The scenario must be complete.
std::vector<std::string> notes_on_flows(const Scenario& scenario);

}  // namespace docsis_vp::system
