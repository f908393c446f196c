// Builds the octets of a packet's Ethernet frame from the model's packet.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/base/flow.h"
#include "platform/base/packet.h"

namespace docsis_vp::system {

// Returns DA..CRC, size_bytes long: addresses and ports of the flow, IPv4 or IPv6 with the packet's
// ECN field, and UDP or TCP with its options. Checksums are correct; application data are zeros. A
// packet too short for its headers is cut before the CRC.
std::vector<std::uint8_t> frame_octets(const FlowKey& flow, const Packet& packet);

}  // namespace docsis_vp::system
