// Estimates a modem's energy from its activity and its hardware.
#pragma once

#include <memory>
#include <vector>

#include "platform/base/time.h"
#include "system/results/area_result.h"
#include "system/results/energy_result.h"

namespace docsis_vp::system {

class ModemUnit;

// Returns one result per area entry, summed over its modems.
std::vector<EnergyResult> energy_results(const std::vector<AreaResult>& areas,
                                         const std::vector<std::unique_ptr<ModemUnit>>& modems,
                                         TimePs now);

}  // namespace docsis_vp::system
