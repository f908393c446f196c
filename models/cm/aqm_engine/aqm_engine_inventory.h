// Estimates gates and bits of the AQM engine.
#pragma once

#include <vector>

#include "models/cm/aqm_engine/aqm_engine.h"
#include "models/cm/inventory.h"
#include "models/queue/law.h"

namespace docsis_vp::cm {

// Tasks of the engine for the flows of one modem.
struct AqmEngineDuties {
  Placement control_law = Placement::kHardware;
  bool drops = true;                   // false: firmware drops, and the data path only counts
  std::vector<queue::LawConfig> laws;  // of each flow with one queue
};

// Returns one data path for each law in use, and one control law for each that the engine runs. All
// flows share them in turn.
area::Block aqm_engine_inventory(const AqmEngineDuties& duties, const InventoryWidths& widths);

}  // namespace docsis_vp::cm
