// Limits a service flow to its rate in front of a queue shared with other flows.
#pragma once

#include <cstdint>
#include <utility>

#include "models/docsis/packet_shaper.h"
#include "models/queue/fifo.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

// Packets wait in order until both buckets hold tokens for the next one (Clemson 2015, sec. 3: one
// regulator per flow in front of the scheduling discipline).
class Regulator {
 public:
  // Throws ConfigError.
  Regulator(const docsis::PacketShaperConfig& rates, const queue::FifoLimits& limits)
      : shaper_(rates), waiting_(limits) {}

  queue::Shortage shortage(const Packet& packet) const {
    return waiting_.shortage(packet.size_bytes);
  }
  void push(PacketHandle packet, TimePs now) {
    waiting_.push({std::move(packet), now});
    if (waiting_.packets() == 1) {
      look_ahead(now);
    }
  }
  // Time at which the first packet may pass; kNever: no packet waits.
  TimePs next() const { return next_; }
  // Call it at next() or later.
  PacketHandle pop(TimePs now) {
    PacketHandle packet = waiting_.pop().packet;
    shaper_.take(packet->size_bytes, now);
    look_ahead(now);
    return packet;
  }

 private:
  void look_ahead(TimePs now) {
    next_ = waiting_.empty() ? kNever : shaper_.ready(waiting_.head().packet->size_bytes, now);
  }

  docsis::PacketShaper shaper_;
  queue::Fifo waiting_;
  TimePs next_ = kNever;
};

}  // namespace docsis_vp::cmts
