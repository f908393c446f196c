#include "models/cmts/capacity.h"

#include <algorithm>
#include <string>

namespace docsis_vp::cmts {

Capacity::Capacity(const CapacityConfig& config, const docsis::ChannelGeometry& channel,
                   std::uint64_t total_bps, std::uint64_t seed)
    : config_(config),
      channel_bps_(channel.rate_bps()),
      total_bps_(total_bps),
      random_(seed, "cmts/congestion/" + channel.parameters().name) {}

void Capacity::change(const docsis::ChannelGeometry& channel, std::uint64_t total_bps) {
  channel_bps_ = channel.rate_bps();
  total_bps_ = total_bps;
  rest_ = 0;  // less than a minislot, in the former channel's units
}

std::uint32_t Capacity::minislots(TimePs start, std::uint32_t interval, std::uint64_t bytes) {
  std::uint64_t numerator = 0;
  std::uint64_t denominator = total_bps_;
  if (config_.mean_grant_bytes > 0) {
    const std::uint64_t mean = config_.mean_grant_bytes;
    const std::uint64_t swing = mean * config_.variation_percent / 100;
    const std::uint64_t drawn = mean - swing + random_.below(2 * swing + 1);
    numerator = drawn * channel_bps_;
    denominator *= bytes;
  } else {
    numerator = rate_at(start);
  }
  if (numerator >= denominator) return interval;
  rest_ += interval * numerator;
  const std::uint64_t whole = rest_ / denominator;
  rest_ %= denominator;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(whole, interval));
}

std::uint64_t Capacity::rate_at(TimePs time) const {
  if (config_.steps.empty()) {
    return total_bps_ - std::min(total_bps_, config_.phantom_load_bps);
  }
  if (config_.period_ps > 0) {
    time %= config_.period_ps;
  }
  const auto after =
      std::upper_bound(config_.steps.begin(), config_.steps.end(), time,
                       [](TimePs at, const CapacityConfig::Step& step) { return at < step.from; });
  return after == config_.steps.begin() ? UINT64_MAX : std::prev(after)->rate_bps;
}

CapacityConfig all_transitions(const std::vector<std::uint64_t>& rates_bps, TimePs hold) {
  CapacityConfig config;
  const auto add = [&](std::uint64_t rate_bps) {
    config.steps.push_back({config.period_ps, rate_bps});
    config.period_ps += hold;
  };
  for (std::size_t low = 0; low < rates_bps.size(); ++low) {
    for (std::size_t high = low + 1; high < rates_bps.size(); ++high) {
      add(rates_bps[low]);
      add(rates_bps[high]);
    }
  }
  return config;
}

}  // namespace docsis_vp::cmts
