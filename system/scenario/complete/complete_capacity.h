// Checks the capacity profile of the upstream channels.
#pragma once

#include <string>

#include "system/scenario/fields/capacity.h"

namespace docsis_vp::system {

// channels_mbps: sum of all upstream channels. Throws ConfigError below `pointer`.
void check_capacity(const CapacityProfileConfig& capacity, double channels_mbps,
                    const std::string& pointer);

}  // namespace docsis_vp::system
