// Gates and bits of the AQM engine.
#pragma once

#include <vector>

#include "models/cm/aqm_engine/aqm_engine.h"
#include "models/cm/inventory.h"
#include "models/queue/law.h"

namespace docsis_vp::cm {

// What the engine has to do for the flows of a modem.
struct AqmEngineDuties {
  ControlLaw control_law = ControlLaw::kHardware;
  bool drops = true;                   // else firmware does, and the data path only counts
  std::vector<queue::LawConfig> laws;  // of each flow with one queue
};

// A data path for each law in use, and a control law where the engine has it; all flows take turns.
area::Block aqm_engine_inventory(const AqmEngineDuties& duties, const InventoryWidths& widths);

}  // namespace docsis_vp::cm
