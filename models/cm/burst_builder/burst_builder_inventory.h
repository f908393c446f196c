// Gates and bits of the burst builder.
#pragma once

#include <vector>

#include "models/cm/burst_builder/burst_builder.h"
#include "models/cm/inventory.h"
#include "models/docsis/channel.h"

namespace docsis_vp::cm {

// The largest burst that is due as a whole: of a MAP interval of 2 ms.
constexpr TimePs kLargestBurst = 2 * kPsPerMs;

area::Block burst_builder_inventory(const BurstBuilderConfig& config,
                                    const std::vector<docsis::ChannelParameters>& channels,
                                    const InventoryWidths& widths);

}  // namespace docsis_vp::cm
