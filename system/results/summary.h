// Formats the table that the terminal shows after a run.
#pragma once

#include <string>
#include <vector>

#include "system/results/results.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// notes: further lines about the scenario (scenario/limit_notes.h).
std::string summary(const Results& results, const Scenario& scenario,
                    const std::vector<std::string>& notes = {});

}  // namespace docsis_vp::system
