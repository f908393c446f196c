// What a profile of the upstream's capacity has to keep to.
#pragma once

#include <string>

#include "system/scenario/fields/capacity.h"

namespace docsis_vp::system {

// Throws ConfigError below `pointer`. channels_mbps: of all upstream channels together.
void check_capacity(const CapacityProfileConfig& capacity, double channels_mbps,
                    const std::string& pointer);

}  // namespace docsis_vp::system
