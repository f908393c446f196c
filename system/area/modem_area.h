// Estimates the area of a scenario's modems from its configuration, without a run.
#pragma once

#include <vector>

#include "system/results/area_result.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system {

// Returns one result per entry of `modems`. `loaded` lists every modem (scenario/instances.h).
// Throws InputError for a technology file or an image that cannot be read.
std::vector<AreaResult> modem_areas(const LoadedScenario& loaded);

}  // namespace docsis_vp::system
