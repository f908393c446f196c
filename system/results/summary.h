// The table a user sees when a run is over.
#pragma once

#include <string>

#include "system/results/results.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

std::string summary(const Results& results, const Scenario& scenario);

}  // namespace docsis_vp::system
