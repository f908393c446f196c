// What other traffic leaves of the upstream, as the CMTS is told.
#pragma once

#include "models/cmts/config.h"
#include "system/scenario/fields/capacity.h"

namespace docsis_vp::system {

// Throws InputError for a file that will not do.
cmts::CapacityConfig capacity_config(const CapacityProfileConfig& capacity);

}  // namespace docsis_vp::system
