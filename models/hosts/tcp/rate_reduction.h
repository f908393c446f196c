// Implements proportional rate reduction (PRR) with slow-start reduction bound (RFC 6937).
#pragma once

#include <algorithm>
#include <cstdint>

namespace docsis_vp::hosts {

// Recovery sends in proportion to the delivered octets, so that the window reaches ssthresh at its
// end without a pause or a burst.
class RateReduction {
 public:
  // flight_bytes: RecoverFS, the outstanding octets when recovery begins.
  void start(std::uint64_t flight_bytes, std::uint64_t ssthresh) {
    flight_ = std::max<std::uint64_t>(flight_bytes, 1);
    ssthresh_ = ssthresh;
    delivered_ = out_ = window_ = 0;
  }

  // progress: the acknowledgment advanced SND.UNA and revealed no further loss. SSRB (RFC 6937 sec.
  // 3) then allows one segment more; otherwise packet conservation applies.
  void on_delivered(std::uint64_t bytes, std::uint64_t pipe, std::uint32_t mss, bool progress) {
    delivered_ += bytes;
    std::uint64_t count = 0;
    if (pipe > ssthresh_) {
      const std::uint64_t allowed = (delivered_ * ssthresh_ + flight_ - 1) / flight_;
      count = allowed > out_ ? allowed - out_ : 0;
    } else {
      const std::uint64_t owed = delivered_ > out_ ? delivered_ - out_ : 0;
      const std::uint64_t limit = std::max(owed, bytes) + (progress ? mss : 0);
      count = std::min(ssthresh_ - pipe, limit);
    }
    if (out_ == 0) {
      count = std::max<std::uint64_t>(count, mss);  // the fast retransmit
    }
    window_ = pipe + count;
  }
  void on_sent(std::uint64_t bytes) { out_ += bytes; }

  // Returns cwnd until the next acknowledgment.
  std::uint64_t window_bytes() const { return window_; }

 private:
  std::uint64_t flight_ = 1;
  std::uint64_t ssthresh_ = 0;
  std::uint64_t delivered_ = 0;  // since recovery began
  std::uint64_t out_ = 0;        // sent since recovery began
  std::uint64_t window_ = 0;
};

}  // namespace docsis_vp::hosts
