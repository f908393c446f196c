// What a modem spent, from what it did and what it is made of.
#pragma once

#include <memory>
#include <vector>

#include "platform/base/time.h"
#include "system/results/area_result.h"
#include "system/results/energy_result.h"

namespace docsis_vp::system {

class ModemUnit;

// Of all modems, into the entry that stands for each.
std::vector<EnergyResult> energy_results(const std::vector<AreaResult>& areas,
                                         const std::vector<std::unique_ptr<ModemUnit>>& modems,
                                         TimePs now);

}  // namespace docsis_vp::system
