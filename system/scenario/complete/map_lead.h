// Computes the lead of the MAPs of a scenario: the least lead, and the default.
#pragma once

#include <cstdint>

#include "models/docsis/timing_profile.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Returns the MAP processing time of the slowest modem on these channels; with OFDMA it depends on
// the frame length. The channels are complete.
double usual_cm_map_proc_us(const RfConfig& rf);

// Returns the time from a burst to the scheduler: the profile's. If that is above 0 and all
// channels are OFDMA, it is their longest frame. The channels are complete.
double usual_decode_us(const RfConfig& rf, const docsis::TimingProfile& profile);

// Returns the least lead; with less a MAP comes too late to the farthest modem. The other times are
// complete.
double least_map_lead_us(const Scenario& scenario, const docsis::TimingProfile& profile);

// Returns the profile's lead, or more if the farthest modem needs it, in whole microseconds.
double usual_map_lead_us(const Scenario& scenario, const docsis::TimingProfile& profile);

// Rate of the downstream channel that carries MAPs: the first of bonded channels.
double map_channel_mbps(const RfConfig& rf);

}  // namespace docsis_vp::system
