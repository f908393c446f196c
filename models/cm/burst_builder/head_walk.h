// Finds the packets that a burst will begin. They must be judged before the burst is built.
#pragma once

#include <cstdint>

#include "models/cm/queue_memory/frame_stream.h"

namespace docsis_vp::cm {

// Walks through the queue behind the judged packets, while enough bytes are eligible to begin a
// packet. A packet that will be dropped takes no room; its eligible bytes, even of a part of it,
// pass to the packets behind it. This matters if a control loop releases less than a packet,
// because then no head is eligible as a whole.
class HeadWalk {
 public:
  HeadWalk() = default;
  // mac_bytes: MAC-frame bytes that the burst has room for.
  HeadWalk(const FrameStream& stream, std::uint32_t mac_bytes);

  // Returns true if the next packet must be judged now, with `eligible` bytes eligible. Returns
  // false if no further packet must be. Passes packets that need no judgement.
  bool find(FrameStream& stream, std::uint64_t eligible);
  // Records the verdict on the packet found.
  void judge(FrameStream& stream, bool drops);

  // Bytes to read so far, and the number of packets that they touch.
  std::uint64_t frame_bytes() const { return frame_bytes_; }
  std::uint32_t packets() const { return packets_; }

 private:
  void take(std::uint32_t header_rest, std::uint32_t frame_rest);

  std::uint32_t room_ = 0;
  std::uint64_t frame_bytes_ = 0;
  std::uint32_t packets_ = 0;
};

}  // namespace docsis_vp::cm
