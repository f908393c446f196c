// Converts an upstream burst into octets, with an XRA header for Wireshark.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "models/docsis/rf.h"

namespace docsis_vp::system {

// Returns the octets of a whole frame, by its packet's identity.
using FrameOf = std::function<const std::vector<std::uint8_t>&(const docsis::BurstRun& run)>;

// Returns a request frame, or a segment with the octets of its frame runs filled in.
std::vector<std::uint8_t> burst_octets(const docsis::UpstreamBurst& burst, const FrameOf& frame_of);

// Returns a header of link type 273 (Excentis XRA) with channel, SID, IUC and first minislot; the
// burst follows it. All request frames are marked as OFDMA requests, because tshark reads no
// others.
std::vector<std::uint8_t> xra_header(const docsis::UpstreamBurst& burst, std::uint8_t channel_id,
                                     bool ofdma);

}  // namespace docsis_vp::system
