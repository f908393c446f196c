// Names the resource that a full queue lacks.
#pragma once

#include <cstdint>

namespace docsis_vp::queue {

// In ascending precedence: a shortage of bytes wins.
enum class Shortage : std::uint8_t {
  kNone,     // there is room
  kPackets,  // no free descriptor, or the limit in packets is reached
  kBytes,    // the packet would exceed a limit in bytes
};

// Limits of a queue; 0: no limit.
struct QueueLimits {
  std::uint64_t bytes = 0;
  std::uint32_t packets = 0;
};

// Returns the shortage for one more packet; the queued bytes and packets exclude it.
inline Shortage shortage_of(const QueueLimits& limits, std::uint64_t bytes, std::uint32_t packets,
                            std::uint32_t packet_bytes) {
  if (limits.bytes != 0 && bytes + packet_bytes > limits.bytes) {
    return Shortage::kBytes;
  }
  return limits.packets != 0 && packets >= limits.packets ? Shortage::kPackets : Shortage::kNone;
}

}  // namespace docsis_vp::queue
