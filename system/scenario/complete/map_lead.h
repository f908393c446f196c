// Computes how long before its allocation start a MAP is sent: the least lead, and the default.
#pragma once

#include <cstdint>

#include "models/docsis/timing_profile.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Returns the MAP processing time of the slowest modem on these channels. With OFDMA it depends on
// the frame length. Precondition: the channels' keys are filled in.
double default_cm_map_proc_us(const RfConfig& rf);

// Returns the default of the time from a burst's end to the scheduler. It is the profile's value;
// if that is above 0 and all channels are OFDMA, it is the longest frame length. Precondition: the
// channels' keys are filled in.
double default_decode_us(const RfConfig& rf, const docsis::TimingProfile& profile);

// Returns the least lead; with a smaller lead, MAPs reach the farthest modem too late.
// Precondition:
// the other times of the scenario are filled in.
double least_map_lead_us(const Scenario& scenario, const docsis::TimingProfile& profile);

// Returns the default lead: the profile's, or the least lead in whole microseconds if it is larger.
double default_map_lead_us(const Scenario& scenario, const docsis::TimingProfile& profile);

// Rate of the downstream channel that carries MAPs: the first of bonded channels.
double map_channel_mbps(const RfConfig& rf);

}  // namespace docsis_vp::system
