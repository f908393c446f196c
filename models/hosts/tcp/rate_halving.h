// Rate halving as ns-2's TCP/Linux does it: next_pkts_in_flight_ of tcp-linux.cc.
#pragma once

#include <algorithm>
#include <cstdint>

namespace docsis_vp::hosts {

// After a loss what is in flight shrinks from the old window to the new one by sending one segment
// for each two that leave. Octets.
class RateHalving {
 public:
  void start(std::uint64_t window_bytes) { window_ = window_bytes; }
  void stop() { window_ = 0; }
  // Before sending: one segment more than is in flight at most.
  void limit(std::uint64_t pipe_bytes, std::uint32_t mss) {
    window_ = std::min(window_, pipe_bytes + mss);
  }
  // pipe_bytes: with the segment that was sent.
  void on_sent(std::uint64_t pipe_bytes, std::uint32_t mss) {
    const std::uint64_t rest = pipe_bytes > mss ? pipe_bytes - mss : 0;
    window_ = std::min(window_, std::max<std::uint64_t>(rest, mss));
  }
  // Limit of what is in flight; of this and cwnd the larger counts. 0: no reduction is under way.
  std::uint64_t window_bytes() const { return window_; }

 private:
  std::uint64_t window_ = 0;
};

}  // namespace docsis_vp::hosts
