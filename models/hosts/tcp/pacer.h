// Paces a sender's segments at a rate, like Linux without a pacing queue.
#pragma once

#include <algorithm>
#include <cstdint>

#include "platform/base/time.h"

namespace docsis_vp::hosts {

// The next segment waits for the time of this segment's octets at the rate. The first ten segments
// of a connection are not paced. After a segment that something else delayed, the wait shrinks by
// the delay, at most by half (Linux, tcp_output.c: tcp_update_skb_after_send).
class Pacer {
 public:
  void start(TimePs now) {
    next_ = now;
    sent_ = 0;
  }

  // Time when the next segment may leave; in the past: at once.
  TimePs next() const { return next_; }
  // Lets the next segment leave now.
  void release(TimePs now) { next_ = std::min(next_, now); }

  // bytes_per_s: 0 if the sender is not paced.
  void on_sent(std::uint64_t bytes, std::uint64_t bytes_per_s, TimePs now) {
    const TimePs late = std::max<TimePs>(now - next_, 0);
    next_ += late;
    if (++sent_ < kUnpacedSegments || bytes_per_s == 0) return;
    const auto time = static_cast<TimePs>(bytes * std::uint64_t{kPsPerSecond} / bytes_per_s);
    next_ += time - std::min(time / 2, late);
  }

 private:
  static constexpr std::uint64_t kUnpacedSegments = 10;

  TimePs next_ = 0;
  std::uint64_t sent_ = 0;  // segments of this connection
};

}  // namespace docsis_vp::hosts
