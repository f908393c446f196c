// Gates and bits of a modem's data path, block by block.
#pragma once

#include "models/cm/inventory.h"
#include "models/cm/modem/modem_config.h"

namespace docsis_vp::cm {

InventoryWidths inventory_widths(const ModemConfig& config);

// A tree down to primitives. Not in it: the control CPU and its memories, PHY, Ethernet MAC, bus
// and interrupt controller, packets (off die), and what the downstream direction needs.
area::Block modem_inventory(const ModemConfig& config);

}  // namespace docsis_vp::cm
