// The octets of a packet's Ethernet frame, made up from what the model knows of it.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/base/flow.h"
#include "platform/base/packet.h"

namespace docsis_vp::system {

// DA..CRC, size_bytes long: addresses and ports of the flow, IPv4 or IPv6 with the packet's ECN
// field, UDP or TCP with its options, correct checksums, and zeros where an application's data
// would be. Of a packet too short for its headers: as much as fits before the CRC.
std::vector<std::uint8_t> frame_octets(const FlowKey& flow, const Packet& packet);

}  // namespace docsis_vp::system
