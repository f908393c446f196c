// Gates and bits of several queues per service flow under a manager (DRR, SFQ, FQ).
#pragma once

#include "models/cm/inventory.h"
#include "models/cm/managed_queue/managed_queue.h"

namespace docsis_vp::cm {

// flows: how many have such queues, all configured alike; they share hash, scheduler and law.
area::Block managed_queue_inventory(unsigned flows, const ManagedQueueConfig& config,
                                    const InventoryWidths& widths);
// Whether its law looks at the time that packets have waited.
bool stamps_packets(const ManagedQueueConfig& config, const InventoryWidths& widths);

}  // namespace docsis_vp::cm
