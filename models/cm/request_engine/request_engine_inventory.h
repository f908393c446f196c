// Estimates gates and bits of the request engine.
#pragma once

#include "models/cm/inventory.h"

namespace docsis_vp::cm {

// Number of unanswered requests that a flow may have at a time [engineering choice]: one per
// channel for the MAPs in flight, and piggybacks.
constexpr unsigned kRequestsInLedger = 8;

area::Block request_engine_inventory(unsigned channels, const InventoryWidths& widths);

}  // namespace docsis_vp::cm
