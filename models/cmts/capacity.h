// What other traffic leaves of a channel, MAP by MAP.
#pragma once

#include <cstdint>

#include "models/cmts/config.h"
#include "models/docsis/channel.h"
#include "platform/base/random.h"

namespace docsis_vp::cmts {

// Counts whole minislots and carries the rest to the next MAP, so that over time the rate is exact.
class Capacity {
 public:
  // share_bps of total_bps: the channel's part of the rates of all.
  Capacity(const CapacityConfig& config, const docsis::ChannelGeometry& channel,
           std::uint64_t total_bps, std::uint64_t seed);

  // The channel, or another of them, carries something else from now on.
  void change(const docsis::ChannelGeometry& channel, std::uint64_t total_bps);

  // Of the next `interval` minislots, which begin at `start` and carry `bytes`, how many may be
  // granted.
  std::uint32_t minislots(TimePs start, std::uint32_t interval, std::uint64_t bytes);

 private:
  std::uint64_t rate_at(TimePs time) const;

  CapacityConfig config_;
  std::uint64_t channel_bps_;
  std::uint64_t total_bps_;
  RandomStream random_;
  std::uint64_t rest_ = 0;
};

// The stepped capacity of the 2014 CableLabs study: every change from one of the values to another
// happens once in a period, 12 of them for 4 values, each value holding for `hold`. The study does
// not say in which order; this is 0 1 0 2 0 3 1 2 1 3 2 3.
CapacityConfig all_transitions(const std::vector<std::uint64_t>& rates_bps, TimePs hold);

}  // namespace docsis_vp::cmts
