// What other traffic leaves of the upstream, as the CMTS is told.
#pragma once

#include <vector>

#include "models/cmts/config.h"
#include "models/docsis/channel.h"
#include "system/scenario/fields/capacity.h"

namespace docsis_vp::system {

// channels: all that share it. Throws InputError for a file that will not do.
cmts::CapacityConfig capacity_config(const CapacityProfileConfig& capacity,
                                     const std::vector<docsis::ChannelParameters>& channels);

}  // namespace docsis_vp::system
