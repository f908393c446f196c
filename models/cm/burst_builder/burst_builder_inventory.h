// Estimates gates and bits of the burst builder.
#pragma once

#include <vector>

#include "models/cm/burst_builder/burst_builder.h"
#include "models/cm/inventory.h"
#include "models/docsis/channel.h"

namespace docsis_vp::cm {

// longest_burst: duration of the longest burst on channels whose bursts have one deadline.
area::Block burst_builder_inventory(const BurstBuilderConfig& config,
                                    const std::vector<docsis::ChannelParameters>& channels,
                                    TimePs longest_burst, const InventoryWidths& widths);

}  // namespace docsis_vp::cm
