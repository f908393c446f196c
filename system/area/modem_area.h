// What the modems of a scenario are made of; nothing is run for it.
#pragma once

#include <vector>

#include "system/results/area_result.h"
#include "system/scenario/load.h"

namespace docsis_vp::system {

// An entry for each entry of `modems`. `loaded` stands modem by modem (scenario/instances.h).
// Throws InputError for a technology file or an image that cannot be read.
std::vector<AreaResult> modem_areas(const LoadedScenario& loaded);

}  // namespace docsis_vp::system
