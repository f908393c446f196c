// A limit on the rate at which several senders together are given octets.
#pragma once

#include <cstdint>

#include "platform/base/time.h"

namespace docsis_vp::hosts {

// A token bucket, kept as the time up to which the rate is used up: exact, whatever the rate.
class RateCap {
 public:
  // rate_bps > 0. burst: how far ahead of the rate takers may be, as time at that rate, >= 0.
  RateCap(std::uint64_t rate_bps, TimePs burst) : rate_bps_(rate_bps), burst_(burst) {}

  // When the next octets may be taken; not after `now` means now.
  TimePs ready_at() const { return used_until_ - burst_; }
  // Takes them, although more than the burst may be missing: the next taker waits the longer.
  void take(std::uint64_t octets, TimePs now);

 private:
  const std::uint64_t rate_bps_;
  const TimePs burst_;
  TimePs used_until_ = 0;        // rounded down,
  std::uint64_t remainder_ = 0;  // plus this / rate ps
};

}  // namespace docsis_vp::hosts
