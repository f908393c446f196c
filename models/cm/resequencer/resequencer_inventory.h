// Estimates gates and bits of the downstream receive path: the header parser of every channel and,
// for bonded channels, the resequencer.
#pragma once

#include "models/cm/inventory.h"
#include "models/cm/resequencer/resequencer.h"

namespace docsis_vp::cm {

// The model holds any number of packets; gates hold this many [engineering choice]: 0.3 ms at 5
// Gbit/s of packets with 200 bytes on average.
constexpr unsigned kHeldDownstreamPackets = 1024;

area::Block downstream_inventory(const ResequencerConfig& config, const InventoryWidths& widths);

}  // namespace docsis_vp::cm
