// Implements rate halving as in ns-2's TCP/Linux: next_pkts_in_flight_ of tcp-linux.cc.
#pragma once

#include <algorithm>
#include <cstdint>

namespace docsis_vp::hosts {

// After a loss the flight shrinks from the old window to the new one by sending one segment for
// every two that leave. All values are octets.
class RateHalving {
 public:
  void start(std::uint64_t window_bytes) { window_ = window_bytes; }
  void stop() { window_ = 0; }
  // Call before sending: limits the window to one segment more than the flight.
  void limit(std::uint64_t pipe_bytes, std::uint32_t mss) {
    window_ = std::min(window_, pipe_bytes + mss);
  }
  // pipe_bytes: includes the segment that was sent.
  void on_sent(std::uint64_t pipe_bytes, std::uint32_t mss) {
    const std::uint64_t rest = pipe_bytes > mss ? pipe_bytes - mss : 0;
    window_ = std::min(window_, std::max<std::uint64_t>(rest, mss));
  }
  // Limit of the flight; the larger of this and cwnd applies. 0: no reduction in progress.
  std::uint64_t window_bytes() const { return window_; }

 private:
  std::uint64_t window_ = 0;
};

}  // namespace docsis_vp::hosts
