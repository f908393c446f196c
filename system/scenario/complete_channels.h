// The upstream channels of a scenario: what hangs on their kind, and whether there are such.
#pragma once

#include "system/scenario/fields/rf.h"

namespace docsis_vp::system {

// Fills the keys of each channel, `kind` being given, and checks them. Throws ConfigError.
void complete_channels(RfConfig& rf);

// Of all of them together, once they are complete.
double channels_mbps(const RfConfig& rf);

}  // namespace docsis_vp::system
