// Estimates gates and bits of the transmit queues, without those of queue memory.
#pragma once

#include <optional>
#include <vector>

#include "models/cm/inventory.h"
#include "models/cm/transmit_queue/transmit_queue_config.h"

namespace docsis_vp::cm {

// queues: those of the flows that have one.
area::Block transmit_queue_inventory(const std::vector<std::optional<TransmitQueueConfig>>& queues,
                                     const InventoryWidths& widths);

}  // namespace docsis_vp::cm
