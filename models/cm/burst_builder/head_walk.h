// Which heads a burst will begin, and so has to have judged before it is built.
#pragma once

#include <cstdint>

#include "models/cm/queue_memory/frame_stream.h"

namespace docsis_vp::cm {

// Goes along the queue behind what is judged already, as far as enough is eligible to begin a
// packet. One that is to be dropped takes no room and leaves its eligibility, of part of it too, to
// those behind it: where a loop releases less than a packet no head is ever eligible as a whole.
class HeadWalk {
 public:
  HeadWalk() = default;
  // The burst has room for so many bytes of MAC frames.
  HeadWalk(const FrameStream& stream, std::uint32_t mac_bytes);

  // Whether the packet behind those judged is to be judged now, so many bytes being eligible;
  // false: no other has to be. Lets pass what needs no judgement.
  bool find(FrameStream& stream, std::uint64_t eligible);
  // The verdict on the packet found.
  void judge(FrameStream& stream, bool drops);

  // What will be read, so far, and the packets it touches.
  std::uint64_t frame_bytes() const { return frame_bytes_; }
  std::uint32_t packets() const { return packets_; }

 private:
  void take(std::uint32_t header_rest, std::uint32_t frame_rest);

  std::uint32_t room_ = 0;
  std::uint64_t frame_bytes_ = 0;
  std::uint32_t packets_ = 0;
};

}  // namespace docsis_vp::cm
