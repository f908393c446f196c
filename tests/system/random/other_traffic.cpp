#include "tests/system/random/other_traffic.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "models/docsis/segment_header.h"
#include "system/assembly/configure/units.h"

namespace docsis_vp::system {

namespace {

double sum(const std::vector<double>& rates) {
  return std::accumulate(rates.begin(), rates.end(), 0.0);
}

double rest_of(double total_bps, std::uint64_t load_bps) {
  return std::max(0.0, total_bps - static_cast<double>(load_bps)) / total_bps;
}

}  // namespace

OtherTraffic::OtherTraffic(const cmts::CmtsConfig& config) : config_(config) {
  for (const docsis::ChannelParameters& channel : config.channels) {
    least_bps_.push_back(static_cast<double>(docsis::ChannelGeometry(channel).rate_bps()));
  }
  most_bps_ = least_bps_;
}

void OtherTraffic::may_carry(unsigned channel, double rate_bps) {
  least_bps_[channel] = std::min(least_bps_[channel], rate_bps);
  most_bps_[channel] = std::max(most_bps_[channel], rate_bps);
}

double OtherTraffic::most_of_all(unsigned channel) const {
  return most_bps_[channel] / (sum(least_bps_) - least_bps_[channel] + most_bps_[channel]);
}

double OtherTraffic::least_of_all(unsigned channel) const {
  return least_bps_[channel] / (sum(most_bps_) - most_bps_[channel] + least_bps_[channel]);
}

double OtherTraffic::most_granted(unsigned channel, double carried, double duration_s) const {
  const cmts::CapacityConfig& capacity = config_.capacity;
  const double map_s = to_seconds(config_.timing.map_interval_ps);
  const double until_s = duration_s + 2 * map_s;  // the last MAPs reach beyond the end
  if (capacity.mean_grant_bytes > 0) {
    const double most = capacity.mean_grant_bytes * (1 + capacity.variation_percent / 100.0);
    return std::min(carried * until_s, most * most_of_all(channel) * until_s / map_s);
  }
  double bytes = 0;
  for (double from_s = 0; from_s < until_s;) {
    double fraction = rest_of(sum(most_bps_), capacity.phantom_load_bps);
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
        fraction = std::min(1.0, static_cast<double>(step.rate_bps) / sum(least_bps_));
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
  double fraction = rest_of(sum(least_bps_), capacity.phantom_load_bps);
  if (capacity.mean_grant_bytes > 0) {
    const double least = capacity.mean_grant_bytes * (1 - capacity.variation_percent / 100.0);
    fraction = least * least_of_all(channel) / static_cast<double>(geometry.raw_bytes_in(interval));
  }
  for (const cmts::CapacityConfig::Step& step : capacity.steps) {
    fraction = std::min(fraction, static_cast<double>(step.rate_bps) / sum(most_bps_));
  }
  return std::floor(interval * std::min(1.0, fraction) - 1);  // drawn bytes are whole ones
}

bool OtherTraffic::leaves_series(unsigned channel, const docsis::ChannelGeometry& geometry) const {
  std::uint32_t owed = 0;
  for (const cmts::UpstreamFlowConfig& flow : config_.flows) {
    if (!flow.scheduling.is_unsolicited()) continue;
    owed += flow.scheduling.grants_per_interval *
            geometry.most_minislots_for(flow.scheduling.unsolicited_grant_bytes +
                                        docsis::kSegmentHeaderBytes);
  }
  const cmts::CapacityConfig& capacity = config_.capacity;
  const bool is_limited =
      capacity.mean_grant_bytes > 0 || !capacity.steps.empty() || capacity.phantom_load_bps > 0;
  return !is_limited || owed <= least_minislots(channel, geometry);
}

}  // namespace docsis_vp::system
