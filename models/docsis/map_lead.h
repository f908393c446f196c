// How long before its allocation start a MAP must be begun, and what a request has to wait at
// least.
#pragma once

#include <cstdint>

#include "models/docsis/channel.h"
#include "models/docsis/timing_profile.h"
#include "platform/base/time.h"

namespace docsis_vp::docsis {

// What a MAP shares the downstream with.
struct MapTransport {
  std::uint64_t downstream_bps = 0;  // of the channel that carries the MAPs, every byte counted
  std::uint32_t frame_bytes = 0;     // the longest MAC frame that may just have begun
  unsigned channels = 1;             // upstream: the MAPs of the others may go first
  std::uint32_t max_elements = 0;    // of each MAP
};

// So that its last octet is at the farthest modem (timing.plant_delay_ps) cm_map_proc_ps before the
// allocation start: the time to build it, to serialise what goes before it and itself, of
// interleaver and pipelines, of the plant, and of the modem (MULPIv3.1 sec. 6.4.4 and annex B).
TimePs least_map_lead(const TimingProfile& timing, const MapTransport& transport,
                      TimePs cm_map_proc_ps);

// From making a request on an OFDMA channel to the grant that answers it at best, in its frames:
// the way of a MAP to the farthest modem and of the request back, and a frame each in the modem, on
// the wire and in the CMTS (CableLabs docsis-ns3, MinReqGnt, but with the prefix of downstream
// symbols). TDMA: 0, it follows from the rest.
std::uint32_t min_request_grant_frames(const TimingProfile& timing, const ChannelGeometry& channel);

}  // namespace docsis_vp::docsis
