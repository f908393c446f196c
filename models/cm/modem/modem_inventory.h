// Gates and bits of a modem's data path, block by block.
#pragma once

#include "models/cm/aqm_engine/laws/law_inventory.h"
#include "models/cm/inventory.h"
#include "models/cm/modem/modem_config.h"

namespace docsis_vp::cm {

InventoryWidths inventory_widths(const ModemConfig& config);

// Of the law of its queue, or of its queues under a manager.
LawInventory law_inventory(const UpstreamFlowConfig& flow, const InventoryWidths& widths);

// A tree down to primitives. Not in it: the control CPU with its memories and what is around it
// (soc_inventory.h), PHY, Ethernet MAC, packets (off die).
area::Block modem_inventory(const ModemConfig& config);

}  // namespace docsis_vp::cm
