// Gates and bits of several queues per service flow under a manager (DRR, SFQ, FQ).
#pragma once

#include <cstdint>

#include "models/cm/aqm_engine/laws/law_inventory.h"
#include "models/cm/inventory.h"
#include "models/cm/managed_queue/managed_queue.h"

namespace docsis_vp::cm {

// models/queue/flow_hash.h: a round a clock, of three words.
area::Block hash_round_unit();

// models/queue/deficit_round_robin.h: a queue a clock. Deficits, links and marks have addresses of
// their own: the head or a queue that arrives, the last one, the queue that arrives.
struct SchedulerWidths {
  unsigned flows = 1;         // with lists of their own
  std::uint32_t queues = 32;  // of each
  std::uint32_t deficit = 16;
  bool new_first = false;  // two lists
};
area::Block scheduler_unit(const SchedulerWidths& widths);

// flows: how many have such queues, all configured alike; they share hash, scheduler and law.
area::Block managed_queue_inventory(unsigned flows, const ManagedQueueConfig& config,
                                    const InventoryWidths& widths);
// Of its law.
LawInventory law_inventory(const ManagedQueueConfig& config, const InventoryWidths& widths);

}  // namespace docsis_vp::cm
