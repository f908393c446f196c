// The lead of the MAPs of a scenario: the least there may be, and what it is where none is given.
#pragma once

#include <cstdint>

#include "models/docsis/timing_profile.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// What a channel set leaves its slowest modem to process a MAP: with OFDMA it hangs
// on the length of a frame. The channels are complete.
double usual_cm_map_proc_us(const RfConfig& rf);

// From a burst to the scheduler: as the profile has it, if that is not at once and all channels are
// OFDMA the longest of their frames. The channels are complete.
double usual_decode_us(const RfConfig& rf, const docsis::TimingProfile& profile);

// With less a MAP comes too late to the farthest modem. The other times of the link are complete.
double least_map_lead_us(const Scenario& scenario, const docsis::TimingProfile& profile);

// The profile's, or longer where the farthest modem needs it, in whole microseconds.
double usual_map_lead_us(const Scenario& scenario, const docsis::TimingProfile& profile);

// Of the downstream channel that carries the MAPs: the first of bonded ones.
double map_channel_mbps(const RfConfig& rf);

}  // namespace docsis_vp::system
