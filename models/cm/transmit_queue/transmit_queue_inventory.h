// Estimates gates and bits of the transmit queues, without those of queue memory.
#pragma once

#include "models/cm/inventory.h"
#include "models/cm/transmit_queue/transmit_queue.h"

namespace docsis_vp::cm {

// flows: number of flows with a transmit queue. packets: length of the longest.
area::Block transmit_queue_inventory(unsigned flows, std::uint32_t packets,
                                     const InventoryWidths& widths);

}  // namespace docsis_vp::cm
