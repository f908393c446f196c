// Parses the headers of a captured frame into a flow key.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/hosts/capture/captured_frame.h"
#include "platform/base/flow.h"
#include "platform/base/packet.h"

namespace docsis_vp::hosts {

struct FrameHeaders {
  FlowKey key;  // fields that are missing or not captured are zero
  Ecn ecn = Ecn::kNotEct;
};

// Parses Ethernet with VLAN tags, IPv4, IPv6 with extension headers, the ICMP type, and the ports
// of TCP, UDP and similar protocols. Linux cooked frames have a source address only. Reads nothing
// beyond the captured octets. The link type must be acceptable to objection_to().
FrameHeaders read_headers(const CapturedFrame& frame);

// Returns the frame's size on an Ethernet, DA..CRC. It adds a frame check sequence that the capture
// left out, replaces another link's header by an Ethernet header, and is at least 64.
std::uint32_t ethernet_bytes(const CapturedFrame& frame);

// Returns why a frame cannot be replayed on an Ethernet, apart from its size; nothing if it can.
std::optional<std::string> objection_to(const CapturedFrame& frame);

}  // namespace docsis_vp::hosts
