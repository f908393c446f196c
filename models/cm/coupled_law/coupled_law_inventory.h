// Estimates gates and bits of the coupled law of aggregate service flows.
#pragma once

#include <memory>
#include <vector>

#include "models/cm/inventory.h"

namespace docsis_vp::cm {

struct AggregateQueueConfig;

// Returns one data path with queue protection, and the periodic parts in gates or the registers for
// firmware (law_apart). All aggregates share them in turn. Empty without aggregates.
area::Block coupled_law_inventory(
    const std::vector<std::shared_ptr<const AggregateQueueConfig>>& aggregates, unsigned channels,
    const InventoryWidths& widths);

}  // namespace docsis_vp::cm
