// The table a user sees when a run is over.
#pragma once

#include <string>
#include <vector>

#include "system/results/results.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// notes: what else there is to say of the scenario, a line each (scenario/limit_notes.h).
std::string summary(const Results& results, const Scenario& scenario,
                    const std::vector<std::string>& notes = {});

}  // namespace docsis_vp::system
