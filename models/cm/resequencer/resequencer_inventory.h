// Gates and bits of the downstream receive path: headers of every channel, and, where channels are
// bonded, what puts packets back in order.
#pragma once

#include "models/cm/inventory.h"
#include "models/cm/resequencer/resequencer.h"

namespace docsis_vp::cm {

// The model holds as many packets as come; gates have room for so many, 0.3 ms at 5 Gbit/s of 200
// bytes on the average (an engineering choice).
constexpr unsigned kHeldDownstreamPackets = 1024;

area::Block downstream_inventory(const ResequencerConfig& config, const InventoryWidths& widths);

}  // namespace docsis_vp::cm
