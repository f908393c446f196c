// What the headers of a captured frame say.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/hosts/capture/captured_frame.h"
#include "platform/base/flow.h"
#include "platform/base/packet.h"

namespace docsis_vp::hosts {

struct FrameHeaders {
  FlowKey key;  // fields that were not captured, or that the frame has not, are zero
  Ecn ecn = Ecn::kNotEct;
};

// Ethernet with VLAN tags, IPv4, IPv6 with extension headers, the type of ICMP, TCP, UDP and what
// else begins with two ports. Linux cooked frames have a source address, and none of a destination.
// Reads nothing beyond the captured octets. The link type must be one that objection_to() accepts.
FrameHeaders read_headers(const CapturedFrame& frame);

// Size on an Ethernet, DA..CRC, of a frame of an accepted link type: with the frame check sequence
// if the capture left it out, with an Ethernet header in place of another link's, and at least 64.
std::uint32_t ethernet_bytes(const CapturedFrame& frame);

// Why a frame cannot be replayed on an Ethernet, whatever its size, if so.
std::optional<std::string> objection_to(const CapturedFrame& frame);

}  // namespace docsis_vp::hosts
