// Limits the rate of several senders together.
#pragma once

#include <cstdint>

#include "platform/base/time.h"

namespace docsis_vp::hosts {

// Token bucket, stored as the time until which the rate is used up: exact for any rate.
class RateCap {
 public:
  // rate_bps > 0. burst: allowed lead over the rate, as time at that rate, >= 0.
  RateCap(std::uint64_t rate_bps, TimePs burst) : rate_bps_(rate_bps), burst_(burst) {}

  // Time when the next octets may be taken; in the past: now.
  TimePs ready_at() const { return used_until_ - burst_; }
  // Takes octets, even beyond the burst: the next taker then waits longer.
  void take(std::uint64_t octets, TimePs now);

 private:
  const std::uint64_t rate_bps_;
  const TimePs burst_;
  TimePs used_until_ = 0;        // rounded down
  std::uint64_t remainder_ = 0;  // plus remainder_ / rate ps
};

}  // namespace docsis_vp::hosts
