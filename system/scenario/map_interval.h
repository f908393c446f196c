// The time from one MAP to the next: one for all channels, of whole minislots or frames of each.
#pragma once

#include <vector>

#include "models/docsis/channel.h"
#include "models/docsis/timing_profile.h"
#include "system/scenario/fields/rf.h"

namespace docsis_vp::system {

// The profile's, or if that does not fit the channels, what fits and is nearest to 2 ms; at least
// the shortest that fits. The channels are complete. Throws ConfigError where they have none in
// common.
double usual_map_interval_us(const RfConfig& rf, const docsis::TimingProfile& profile);

// Throws ConfigError where the interval of the link does not fit.
void check_map_interval(const RfConfig& rf, const std::vector<docsis::ChannelGeometry>& channels);

}  // namespace docsis_vp::system
