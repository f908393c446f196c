#include "tests/system/random/other_traffic.h"

#include <algorithm>
#include <cmath>

#include "models/docsis/segment_header.h"
#include "system/assembly/units.h"

namespace docsis_vp::system {

OtherTraffic::OtherTraffic(const cmts::CmtsConfig& config) : config_(config) {
  for (const docsis::ChannelParameters& channel : config.channels) {
    rates_bps_.push_back(static_cast<double>(docsis::ChannelGeometry(channel).rate_bps()));
    total_bps_ += rates_bps_.back();
  }
}

double OtherTraffic::share(unsigned channel) const {
  return rates_bps_[channel] / total_bps_;
}

double OtherTraffic::most_granted(unsigned channel, double carried, double duration_s) const {
  const cmts::CapacityConfig& capacity = config_.capacity;
  const double map_s = to_seconds(config_.timing.map_interval_ps);
  const double until_s = duration_s + 2 * map_s;  // the last MAPs reach beyond the end
  if (capacity.mean_grant_bytes > 0) {
    const double most = capacity.mean_grant_bytes * (1 + capacity.variation_percent / 100.0);
    return std::min(carried * until_s, most * share(channel) * until_s / map_s);
  }
  double bytes = 0;
  for (double from_s = 0; from_s < until_s;) {
    double fraction = 1;
    double to_s = until_s;
    if (!capacity.steps.empty()) {
      const double period_s = to_seconds(capacity.period_ps);
      const double turn_s = period_s > 0 ? std::floor(from_s / period_s + 1e-9) * period_s : 0;
      if (period_s > 0) to_s = std::min(to_s, turn_s + period_s);
      for (const cmts::CapacityConfig::Step& step : capacity.steps) {
        const double at_s = turn_s + to_seconds(step.from);
        if (at_s > from_s + 1e-9) {
          to_s = std::min(to_s, at_s);
          break;
        }
        fraction = std::min(1.0, static_cast<double>(step.rate_bps) / total_bps_);
      }
    }
    // A MAP has the rate of its first minislot.
    bytes += fraction * carried * (to_s - from_s + (to_s < until_s ? map_s : 0));
    from_s = to_s;
  }
  return bytes;
}

double OtherTraffic::least_minislots(unsigned channel,
                                     const docsis::ChannelGeometry& geometry) const {
  const cmts::CapacityConfig& capacity = config_.capacity;
  const std::uint32_t interval = geometry.minislots_in(config_.timing.map_interval_ps);
  double fraction = 1;
  if (capacity.mean_grant_bytes > 0) {
    const double least = capacity.mean_grant_bytes * (1 - capacity.variation_percent / 100.0);
    fraction = least * share(channel) / static_cast<double>(geometry.raw_bytes_in(interval));
  }
  for (const cmts::CapacityConfig::Step& step : capacity.steps) {
    fraction = std::min(fraction, static_cast<double>(step.rate_bps) / total_bps_);
  }
  return std::floor(interval * std::min(1.0, fraction) - 1);  // drawn bytes are whole ones
}

bool OtherTraffic::leaves_series(unsigned channel, const docsis::ChannelGeometry& geometry) const {
  std::uint32_t owed = 0;
  for (const cmts::UpstreamFlowConfig& flow : config_.flows) {
    if (!docsis::is_unsolicited(flow.scheduling)) continue;
    owed += flow.ugs.grants_per_interval *
            geometry.most_minislots_for(flow.ugs.grant_bytes + docsis::kSegmentHeaderBytes);
  }
  const bool is_limited = config_.capacity.mean_grant_bytes > 0 || !config_.capacity.steps.empty();
  return !is_limited || owed <= least_minislots(channel, geometry);
}

}  // namespace docsis_vp::system
