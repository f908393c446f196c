// What a modem spent, from what it did and what it is made of.
#pragma once

#include <memory>
#include <vector>

#include "models/cm/modem/modem.h"
#include "system/results/area_result.h"
#include "system/results/energy_result.h"
#include "system/results/results.h"

namespace docsis_vp::system {

class ModemUnit;

// Adds to what modems of the same entry spent. cpu: null where there is none.
void add_energy(EnergyResult& energy, const AreaResult& area, cm::Modem& modem, TimePs now,
                const CpuResult* cpu);

// Of all modems, into the entry that stands for each.
std::vector<EnergyResult> energy_results(const std::vector<AreaResult>& areas,
                                         const std::vector<std::unique_ptr<ModemUnit>>& modems,
                                         TimePs now);

}  // namespace docsis_vp::system
