// Named timing profiles of the request-grant loop, which scenarios select.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "models/docsis/channel.h"
#include "platform/base/time.h"

namespace docsis_vp::docsis {

struct TimingProfile {
  std::string_view name;
  ChannelKind kind = ChannelKind::kTdma;

  TimePs map_interval_ps = 0;  // T: from one allocation start to the next
  TimePs map_lead_ps = 0;      // time from the start of building a MAP to its allocation start
  TimePs map_build_ps = 0;     // part of it: time until the MAP's first octet can leave the CMTS
  // Time from the end of a burst's arrival until the scheduler knows its request.
  TimePs decode_ps = 0;
  // One-way delay of the farthest modem; 1 us is 200 m.
  TimePs plant_delay_ps = 0;
  // Downstream delay between the end of serialisation and the modem's MAC, without the plant.
  TimePs downstream_latency_ps = 0;
  bool contention = true;  // false: requests reach the scheduler without a request region
};

// docsis30: a request in the region of MAP n is answered in MAP n + 2.
// docsis31: CableLabs docsis-ns3 defaults. The lead is 757.5 us of modem + 45 us of interleaver
// + 3 symbols of 22.5 us + 40 us of plant + 200 us to build. From a request to the scheduler it
// takes 445 us: 135 us each in the modem, on the wire and in the CMTS, + 40 us of plant.
// cablelabs-2012: loop of CableLabs, "Active Queue Management Algorithms for DOCSIS 3.0".
extern const std::array<TimingProfile, 3> kTimingProfiles;

// Returns none if there is no such profile.
std::optional<TimingProfile> find_timing_profile(std::string_view name);

// Returns the default channel of a profile.
ChannelParameters default_channel(const TimingProfile& profile);

}  // namespace docsis_vp::docsis
