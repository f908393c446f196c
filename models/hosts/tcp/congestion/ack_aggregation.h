// Estimates ACK aggregation: the excess of acknowledged octets over the bandwidth, for BBR's
// window.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "platform/base/time.h"

namespace docsis_vp::hosts {

// Within an epoch more is acknowledged than the bandwidth explains; the epoch ends when the
// acknowledgments have fallen behind. The result is the largest excess of the last 5 to 10 rounds
// (Linux 6.18, tcp_bbr.c), in octets.
class AckAggregation {
 public:
  void restart(TimePs now) {
    *this = {};
    epoch_start_ = now;
  }
  // Call when sending resumes after a pause.
  void begin_epoch(TimePs now) {
    epoch_start_ = now;
    epoch_bytes_ = 0;
  }

  void on_delivered(std::uint64_t bytes, double bytes_per_s, std::uint64_t cwnd, bool round_starts,
                    TimePs now) {
    if (round_starts && ++rounds_ >= kWindowRounds) {
      rounds_ = 0;
      index_ = 1 - index_;
      excess_[index_] = 0;
    }
    auto expected = static_cast<std::uint64_t>(bytes_per_s * to_seconds(now - epoch_start_));
    if (epoch_bytes_ <= expected) {
      begin_epoch(now);
      expected = 0;
    }
    epoch_bytes_ += bytes;
    excess_[index_] = std::max(excess_[index_], std::min(epoch_bytes_ - expected, cwnd));
  }

  std::uint64_t excess_bytes() const { return std::max(excess_[0], excess_[1]); }

 private:
  static constexpr unsigned kWindowRounds = 5;

  TimePs epoch_start_ = 0;
  std::uint64_t epoch_bytes_ = 0;
  std::array<std::uint64_t, 2> excess_{};  // this half of the window, and the previous one
  unsigned index_ = 0;
  unsigned rounds_ = 0;  // of this half
};

}  // namespace docsis_vp::hosts
