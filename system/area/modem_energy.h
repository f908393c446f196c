// What a modem spent, from what it did and what it is made of.
#pragma once

#include <optional>

#include "models/cm/modem/modem.h"
#include "system/results/area_result.h"
#include "system/results/energy_result.h"
#include "system/results/results.h"

namespace docsis_vp::system {

// Adds to what modems of the same entry spent. cpu: null where there is none.
void add_energy(EnergyResult& energy, const AreaResult& area, cm::Modem& modem, TimePs now,
                const CpuResult* cpu);

}  // namespace docsis_vp::system
