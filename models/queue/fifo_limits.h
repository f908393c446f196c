// Limits of the queue of one flow.
#pragma once

#include <cstdint>

#include "models/queue/shortage.h"

namespace docsis_vp::queue {

struct FifoLimits {
  std::uint64_t bytes = UINT64_MAX;  // Ethernet bytes, DA..CRC
  std::uint32_t packets = 8192;      // number of on-chip descriptors

  // Returns the limit that one more packet would exceed.
  Shortage shortage(std::uint64_t queued_bytes, std::uint32_t queued_packets,
                    std::uint32_t packet_bytes) const {
    if (queued_bytes + packet_bytes > bytes) {
      return Shortage::kBytes;
    }
    return queued_packets < packets ? Shortage::kNone : Shortage::kPackets;
  }
};

}  // namespace docsis_vp::queue
