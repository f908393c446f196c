// What sinks counted, as the part of a result that every kind of flow has.
#pragma once

#include <vector>

#include "system/assembly/traffic/flow_unit.h"

namespace docsis_vp::system {

// Packets, losses, goodput and one-way delay of the packets of `ids` together.
FlowResult arrivals_of(const FlowConfig& config, const Site& site, const std::vector<FlowId>& ids,
                       TimePs now);

}  // namespace docsis_vp::system
