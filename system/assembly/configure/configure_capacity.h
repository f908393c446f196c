// Configures the capacity that other traffic leaves on the upstream channels.
#pragma once

#include "models/cmts/config.h"
#include "system/scenario/fields/capacity.h"

namespace docsis_vp::system {

// Throws InputError for an invalid file.
cmts::CapacityConfig capacity_config(const CapacityProfileConfig& capacity);

}  // namespace docsis_vp::system
