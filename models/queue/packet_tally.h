// Counts packets and their bytes.
#pragma once

#include <cstdint>

namespace docsis_vp::queue {

struct PacketTally {
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;  // Ethernet, DA..CRC

  void add(std::uint32_t size_bytes) {
    ++packets;
    bytes += size_bytes;
  }
  void remove(std::uint32_t size_bytes) {
    --packets;
    bytes -= size_bytes;
  }
};

}  // namespace docsis_vp::queue
