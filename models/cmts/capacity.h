// Computes the capacity that other traffic leaves on a channel, MAP by MAP.
#pragma once

#include <cstdint>

#include "models/cmts/config.h"
#include "models/docsis/channel.h"
#include "platform/base/random.h"

namespace docsis_vp::cmts {

// Counts whole minislots and carries the remainder to the next MAP, so the long-term rate is exact.
class Capacity {
 public:
  // share_bps of total_bps: the rate of this channel and the sum over all channels.
  Capacity(const CapacityConfig& config, const docsis::ChannelGeometry& channel,
           std::uint64_t total_bps, std::uint64_t seed);

  // Call it when the rate of this channel, or of another one, changes from now on.
  void change(const docsis::ChannelGeometry& channel, std::uint64_t total_bps);

  // Returns how many of the next `interval` minislots may be granted. They begin at `start` and
  // carry `bytes`.
  std::uint32_t minislots(TimePs start, std::uint32_t interval, std::uint64_t bytes);

 private:
  std::uint64_t rate_at(TimePs time) const;

  CapacityConfig config_;
  std::uint64_t channel_bps_;
  std::uint64_t total_bps_;
  RandomStream random_;
  std::uint64_t rest_ = 0;
};

// Returns the stepped capacity of the 2014 CableLabs study. In one period every change from one
// value to another occurs once: 12 changes for 4 values, each value held for `hold`. The study
// gives no order; this one is 0 1 0 2 0 3 1 2 1 3 2 3.
CapacityConfig all_transitions(const std::vector<std::uint64_t>& rates_bps, TimePs hold);

}  // namespace docsis_vp::cmts
