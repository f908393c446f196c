// Estimates gates and bits of a modem's data path, block by block.
#pragma once

#include "models/cm/aqm_engine/laws/law_inventory.h"
#include "models/cm/inventory.h"
#include "models/cm/modem/modem_config.h"

namespace docsis_vp::cm {

InventoryWidths inventory_widths(const DataPathConfig& config);

// Returns the inventory of the law of the flow's queue, or of its queues under a manager.
LawInventory law_inventory(const DataPathFlowConfig& flow, const InventoryWidths& widths);

// Returns a tree down to primitives. It excludes the control CPU with its memories and peripherals
// (soc_inventory.h), PHY, Ethernet MAC, and packets (off die).
area::Block modem_inventory(const DataPathConfig& config);

}  // namespace docsis_vp::cm
