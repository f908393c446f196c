// Estimates gates and bits of several queues per service flow under a manager (DRR, SFQ, FQ).
#pragma once

#include <cstdint>

#include "models/cm/aqm_engine/laws/law_inventory.h"
#include "models/cm/inventory.h"
#include "models/cm/managed_queue/managed_queue.h"

namespace docsis_vp::cm {

// The hash of models/queue/flow_hash.h: one round of three words per clock.
area::Block hash_round_unit();

// The scheduler of models/queue/deficit_round_robin.h: one queue per clock. Three memories have
// their own addresses: deficits (of the head or of an arriving queue), links (of the last queue)
// and marks (of the arriving queue).
struct SchedulerWidths {
  unsigned flows = 1;         // each with its own lists
  std::uint32_t queues = 32;  // per flow
  std::uint32_t deficit = 16;
  bool new_first = false;  // two lists
};
area::Block scheduler_unit(const SchedulerWidths& widths);

// flows: number of flows with several queues, with the same configuration. They share hash,
// scheduler and law.
area::Block managed_queue_inventory(unsigned flows, const ManagedQueueConfig& config,
                                    const InventoryWidths& widths);
// Inventory of the manager's law.
LawInventory law_inventory(const ManagedQueueConfig& config, const InventoryWidths& widths);

}  // namespace docsis_vp::cm
