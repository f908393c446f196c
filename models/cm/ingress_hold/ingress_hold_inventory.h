// Estimates gates and bits of the ingress hold.
#pragma once

#include "models/cm/ingress_hold/ingress_hold.h"
#include "models/cm/inventory.h"

namespace docsis_vp::cm {

// With departures == 0 there is no departure log.
area::Block ingress_hold_inventory(const IngressHoldConfig& config, const InventoryWidths& widths);

}  // namespace docsis_vp::cm
