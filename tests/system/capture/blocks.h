// Reads a pcapng file that PcapngWriter wrote: every packet of every link type, in order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace docsis_vp::system {

struct CapturedPacket {
  std::uint16_t link_type = 0;
  std::string interface;
  std::uint64_t time_ns = 0;
  std::uint32_t original_bytes = 0;
  unsigned direction = 0;  // 1: received, 2: sent, 0: not told
  std::vector<std::uint8_t> octets;
};

std::vector<CapturedPacket> read_blocks(const std::string& path);

}  // namespace docsis_vp::system
