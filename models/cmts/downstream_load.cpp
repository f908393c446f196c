#include "models/cmts/downstream_load.h"

#include <algorithm>

namespace docsis_vp::cmts {
namespace {

// Averages go back so many periods of a plan [engineering choice].
constexpr double kRememberedPeriods = 8;
constexpr unsigned kRememberedShift = 3;
// Part of the backlog of a period that a slot asks for in addition, before the first doubling.
// Larger ones take a slot whose load fills its channel for one that wants all of it [engineering
// choice].
constexpr double kFirstBacklogPart = 1.0 / 256;
constexpr unsigned kMostDoublings = 30;
constexpr double kWholeQ16 = 65'536;

}  // namespace

DownstreamLoad::DownstreamLoad(const std::vector<std::uint64_t>& sets,
                               const std::vector<Slot>& slots, const std::vector<unsigned>& groups,
                               std::size_t group_count)
    : sets_(sets), plan_(sets, group_count), capacities_bps_(group_count) {
  for (const Slot& slot : slots) {
    demands_.push_back({slot.set, slot.level, slot.weight, slot.reserved_bps, 0});
    asks_.emplace_back().own_bps = slot.own_bps;
  }
  for (const unsigned group : groups) {
    channels_.emplace_back().group = group;
  }
}

bool DownstreamLoad::plan(const std::vector<Report>& reports, TimePs now) {
  const TimePs period = now - planned_;
  const bool is_first = planned_ == 0;
  planned_ = now;
  const double period_s = to_seconds(period);
  const double periods = static_cast<double>(period) / static_cast<double>(kPeriod);
  const double part = is_first ? 1 : std::min(1.0, periods / kRememberedPeriods);
  for (std::size_t i = 0; i < asks_.size(); ++i) {
    Asks& asks = asks_[i];
    const double bps = static_cast<double>(asks.sent_bytes) * 8 / period_s;
    asks.sent_bps += (bps - asks.sent_bps) * part;
    asks.sent_bytes = 0;
    demands_[i].most = most(asks, reports[i], period_s);
  }
  if (!measure_channels()) return false;
  plan_.solve(capacities_bps_, demands_);
  return true;
}

double DownstreamLoad::most(Asks& asks, const Report& report, double period_s) {
  if (report.state != State::kUnmet) {
    asks.unmet = 0;
    asks.most_bps = asks.sent_bps;
    const bool at_own_rate =
        report.state == State::kRateBound && asks.own_bps < std::numeric_limits<double>::infinity();
    return at_own_rate ? asks.own_bps : std::min(asks.own_bps, asks.most_bps);
  }
  asks.unmet = std::min(asks.unmet + 1, kMostDoublings);
  const double backlog_bps = static_cast<double>(report.backlog_bytes) * 8 / period_s;
  const double times = kFirstBacklogPart * static_cast<double>(std::uint64_t{1} << asks.unmet);
  asks.most_bps = std::max(asks.most_bps, asks.sent_bps) + times * backlog_bps;
  return std::min(asks.own_bps, asks.most_bps);
}

double DownstreamLoad::rate_of(const Channel& channel) {
  return channel.timed == 0
             ? 0
             : static_cast<double>(channel.timed_bytes) * 8 / to_seconds(channel.timed);
}

// A channel without waiting packets counts as the fastest known one.
bool DownstreamLoad::measure_channels() {
  double highest = 0;
  for (const Channel& channel : channels_) highest = std::max(highest, rate_of(channel));
  if (highest <= 0) return false;
  std::fill(capacities_bps_.begin(), capacities_bps_.end(), 0);
  for (Channel& channel : channels_) {
    if (channel.group >= capacities_bps_.size()) continue;
    const double own = rate_of(channel);
    capacities_bps_[channel.group] += own > 0 ? own : highest;
    if (channel.timed == channel.timed_at_plan) continue;  // it sent nothing that counts
    channel.timed_bytes -= channel.timed_bytes >> kRememberedShift;
    channel.timed -= channel.timed >> kRememberedShift;
    channel.timed_at_plan = channel.timed;
  }
  return true;
}

std::vector<std::uint32_t> DownstreamLoad::parts_q16(unsigned set) const {
  std::vector<double> rates;
  double sum = 0;
  for (std::size_t group = 0; group < capacities_bps_.size(); ++group) {
    if ((sets_[set] >> group & 1) == 0) continue;
    rates.push_back(plan_.rate(set, group));
    sum += rates.back();
  }
  std::vector<std::uint32_t> parts;
  for (std::size_t i = 0; sum > 0 && i < rates.size(); ++i) {
    parts.push_back(static_cast<std::uint32_t>(rates[i] / sum * kWholeQ16));
  }
  return parts;
}

}  // namespace docsis_vp::cmts
