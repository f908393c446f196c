// Completes and checks the upstream channels of a scenario.
#pragma once

#include "system/scenario/fields/rf.h"

namespace docsis_vp::system {

// Fills in and checks the keys of each channel; `kind` must be set. Throws ConfigError.
void complete_channels(RfConfig& rf);

// Sum of the rates of all complete channels.
double channels_mbps(const RfConfig& rf);

}  // namespace docsis_vp::system
