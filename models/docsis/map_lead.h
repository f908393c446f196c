// Computes the least lead of a MAP before its allocation start, and the shortest time from a
// request to its grant.
#pragma once

#include <cstdint>

#include "models/docsis/channel.h"
#include "models/docsis/timing_profile.h"
#include "platform/base/time.h"

namespace docsis_vp::docsis {

// Properties of the downstream channel that delay a MAP.
struct MapTransport {
  // Rate of the channel that carries the MAPs, all bytes included.
  std::uint64_t downstream_bps = 0;
  std::uint32_t frame_bytes = 0;   // longest MAC frame that may have begun just before the MAP
  unsigned channels = 1;           // upstream channels; the MAPs of the others may be sent first
  std::uint32_t max_elements = 0;  // per MAP
};

// Returns the least lead: the MAP's last octet then reaches the farthest modem
// (timing.plant_delay_ps) cm_map_proc_ps before the allocation start. The lead is the sum of the
// times to build the MAP, to serialise it and the frames before it, and to pass interleaver,
// pipelines, plant and modem. Source: MULPIv3.1 sec. 6.4.4 and annex B.
TimePs least_map_lead(const TimingProfile& timing, const MapTransport& transport,
                      TimePs cm_map_proc_ps);

// Returns the least number of frames from a request on an OFDMA channel to its grant. It covers the
// MAP's way to the farthest modem and the request's way back. One frame each is added for the
// modem, the wire and the CMTS. For TDMA it returns 0, because other times imply the number.
// Source: CableLabs docsis-ns3, MinReqGnt; this one includes the prefix of downstream symbols.
std::uint32_t min_request_grant_frames(const TimingProfile& timing, const ChannelGeometry& channel);

}  // namespace docsis_vp::docsis
