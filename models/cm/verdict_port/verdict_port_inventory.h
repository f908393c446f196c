// Estimates gates and bits of the verdict port.
#pragma once

#include "models/cm/inventory.h"

namespace docsis_vp::cm {

area::Block verdict_port_inventory(const InventoryWidths& widths);

}  // namespace docsis_vp::cm
