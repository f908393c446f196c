// Computes the MAP interval, common to all channels: whole minislots, or whole frames, of each.
#pragma once

#include <vector>

#include "models/docsis/channel.h"
#include "models/docsis/timing_profile.h"
#include "system/scenario/fields/rf.h"

namespace docsis_vp::system {

// Returns the profile's interval if it fits the channels, otherwise the fitting interval nearest to
// 2 ms, but at least the shortest that fits. Precondition: the channels' keys are filled in. Throws
// ConfigError if no interval fits all of them.
double default_map_interval_us(const RfConfig& rf, const docsis::TimingProfile& profile);

// Throws ConfigError if the link's interval does not fit.
void check_map_interval(const RfConfig& rf, const std::vector<docsis::ChannelGeometry>& channels);

}  // namespace docsis_vp::system
