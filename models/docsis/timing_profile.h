// Lists named timing profiles of the request-grant loop, which scenarios select.
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

  TimePs nominal_map_interval_ps = 2 * kPsPerMs;  // of channels that map_interval_ps does not fit
  OfdmaSettings ofdma;                            // of channels of that kind
};

// docsis30: a request in the region of MAP n is answered in MAP n + 2. docsis31: CableLabs
// docsis-ns3 defaults. The lead is 757.5 us of modem + 45 us of interleaver + 3 symbols of 22.5 us
// + 40 us of plant + 200 us to build. A request reaches the scheduler after 445 us: 135 us each in
// the modem, on the wire and in the CMTS, + 40 us of plant. docsis31-low-latency: a request in the
// region of MAP n is answered in MAP n + 2, 1.005 ms later. Four frames of 6 symbols with the
// shortest prefix, 20 us + 96 samples, are 502.5 us, nearest to the 0.5 ms wanted; this prefix
// suits a plant with short echoes [estimate]. The modem has 100 us for a MAP and a burst [estimate:
// here they take below 20 us], and K + 1 symbols ahead of the burst as in docsis31. The CMTS builds
// a MAP in 50 us [estimate]. The downstream does not interleave: one symbol of 22.5 us each in CMTS
// and modem. The lead is the sum of 246.6 us of modem + 45 us + a symbol of serialisation + 40 us
// of plant + 50 us to build, in whole us. cablelabs-2012: loop of CableLabs, "Active Queue
// Management Algorithms for DOCSIS 3.0".
extern const std::array<TimingProfile, 4> kTimingProfiles;

// Returns none if there is no such profile.
std::optional<TimingProfile> find_timing_profile(std::string_view name);

// Returns the default channel of a profile.
ChannelParameters default_channel(const TimingProfile& profile);

}  // namespace docsis_vp::docsis
