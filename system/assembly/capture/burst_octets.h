// An upstream burst as octets, behind the header that tells Wireshark what they are.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "models/docsis/rf.h"

namespace docsis_vp::system {

// The octets of a whole frame, by its packet's identity.
using FrameOf = std::function<const std::vector<std::uint8_t>&(const docsis::BurstRun& run)>;

// A request frame, or a segment with the stretches of frames filled in.
std::vector<std::uint8_t> burst_octets(const docsis::UpstreamBurst& burst, const FrameOf& frame_of);

// A header of link type 273 (Excentis XRA) with channel, SID, IUC and first minislot, to be
// followed by the burst. Request frames are all called OFDMA requests: tshark reads no others.
std::vector<std::uint8_t> xra_header(const docsis::UpstreamBurst& burst, std::uint8_t channel_id,
                                     bool ofdma);

}  // namespace docsis_vp::system
