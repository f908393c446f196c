#include "models/cmts/channel_plan.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>

#include "models/cmts/grant_series.h"
#include "models/cmts/map_layout.h"
#include "models/docsis/segment_header.h"

namespace docsis_vp::cmts {

namespace {

constexpr std::uint64_t kMillion = 1'000'000;

// Least non-negative remainder.
std::int64_t modulo(std::int64_t value, std::int64_t divisor) {
  const std::int64_t rest = value % divisor;
  return rest < 0 ? rest + divisor : rest;
}

std::int64_t rounded_up(std::int64_t value, std::int64_t step) {
  return (value + step - 1) / step * step;
}

// Nominal period of the series, on any channel.
TimePs period_of(const UpstreamFlowConfig& flow, TimePs map_interval) {
  const docsis::SchedulingConfig& scheduling = flow.scheduling;
  if (scheduling.is_unsolicited()) return scheduling.grant_interval_ps();
  const bool has_grants = scheduling.is_proactive() && guaranteed_rate_bps(scheduling) > 0;
  if (!has_grants) return polls_of(flow).interval_ps;
  const TimePs guaranteed = scheduling.guaranteed_grant_interval_ps();
  return guaranteed > 0 ? guaranteed : map_interval;
}

std::uint64_t bytes_of(const UpstreamFlowConfig& flow, TimePs map_interval) {
  const docsis::SchedulingConfig& scheduling = flow.scheduling;
  if (scheduling.is_unsolicited()) {
    return std::uint64_t{scheduling.unsolicited_grant_bytes} * scheduling.grants_per_interval;
  }
  return proactive_bytes(guaranteed_rate_bps(scheduling), period_of(flow, map_interval));
}

// Intervals of the grants to try in turn; 0: the configured one.
std::vector<TimePs> intervals_to_try(const UpstreamFlowConfig& flow, const ChannelPlan& plan) {
  if (!flow.scheduling.is_proactive() || guaranteed_rate_bps(flow.scheduling) == 0) {
    return {0};
  }
  const TimePs map_interval = plan.map_interval();
  const TimePs interval = guaranteed_interval(flow.scheduling, plan.geometry(), map_interval);
  if (interval == 0) return {};  // shorter than a frame of this channel
  std::vector<TimePs> intervals{0};
  const TimePs in_step = interval_in_step(interval, plan.geometry(), map_interval);
  if (in_step > 0 && in_step < interval) intervals.push_back(in_step);
  if (interval > map_interval) intervals.push_back(map_interval);
  return intervals;
}

std::string name_of_series(const UpstreamFlowConfig& flow, TimePs map_interval) {
  const std::string bytes = std::to_string(bytes_of(flow, map_interval)) + " bytes";
  if (flow.scheduling.is_unsolicited()) {
    return "unsolicited grants of " + std::to_string(flow.scheduling.unsolicited_grant_bytes) +
           " bytes";
  }
  return guaranteed_rate_bps(flow.scheduling) > 0 ? "proactive grants of " + bytes : "polls";
}

bool may_use(const UpstreamFlowConfig& flow, unsigned channel) {
  const std::vector<unsigned>& channels = flow.channels;
  return channels.empty() || std::find(channels.begin(), channels.end(), channel) != channels.end();
}

SeriesPlace place_one(const CmtsConfig& config, std::vector<ChannelPlan>& plans,
                      UpstreamFlow flow) {
  std::optional<SeriesPlace> best;
  std::tuple<bool, std::uint64_t> worth;  // less is better
  bool fits_one = false;
  for (unsigned channel = 0; channel < plans.size(); ++channel) {
    const ChannelPlan& plan = plans[channel];
    if (!may_use(config.flows[flow], channel)) continue;
    UpstreamFlowConfig tried = config.flows[flow];
    bool is_clear = false;
    for (const TimePs interval : intervals_to_try(tried, plan)) {
      tried.chosen_interval_ps = interval;
      const ChannelPlan::Demand demand = plan.demand(tried);
      if (is_clear || !plan.fits(demand)) continue;
      fits_one = true;
      const ChannelPlan::Place place = plan.find(demand);
      if (!plan.admits(demand, place.clear)) continue;
      is_clear = place.clear;
      const auto here = std::make_tuple(!place.clear, plan.load_ppm_with(demand));
      if (!best || here < worth) {
        best = SeriesPlace{channel, place.at, interval};
        worth = here;
      }
    }
  }
  if (!best) {
    const std::string what = name_of_series(config.flows[flow], config.timing.map_interval_ps);
    throw NotAdmitted(
        flow, what + (fits_one ? ": beside the request regions and what other flows are owed, none "
                                 "of its channels has room for them"
                               : ": a MAP must hold one beside the largest request region"));
  }
  ChannelPlan& plan = plans[best->channel];
  UpstreamFlowConfig placed = config.flows[flow];
  placed.chosen_interval_ps = best->proactive_interval_ps;
  plan.add(flow, plan.demand(placed), best->at);
  return *best;
}

}  // namespace

ChannelPlan::ChannelPlan(const docsis::ChannelGeometry& geometry, const CmtsConfig& config)
    : geometry_(geometry), map_interval_ps_(config.timing.map_interval_ps) {
  const std::uint32_t opportunities =
      config.timing.contention ? config.scheduler.most_request_opportunities() : 0;
  const std::uint32_t region = opportunities * geometry.parameters().request_minislots;
  const std::uint32_t interval = geometry.minislots_in(map_interval_ps_);
  room_ = interval - std::min(interval, region);
  // Each may need an element for itself and one for a grant that it splits.
  most_ppm_ =
      (std::max(config.max_elements, kFixedMapElements + 2) - kFixedMapElements - 2) / 2 * kMillion;
  region_ = {grains(map_interval_ps_), region * minislot()};
}

ChannelPlan::Demand ChannelPlan::demand(const UpstreamFlowConfig& flow) const {
  Demand demand;
  const auto add = [&](Part& part, std::uint32_t minislots, unsigned count, TimePs period) {
    part = {grains(period), std::int64_t{minislots} * count * minislot()};
    demand.largest_minislots = std::max(demand.largest_minislots, minislots);
    const std::uint64_t in_a_map = std::max(1U, room_ / minislots);
    const auto period_ps = static_cast<std::uint64_t>(period);
    const std::uint64_t millionths =
        count * static_cast<std::uint64_t>(map_interval_ps_) * kMillion;
    const std::uint64_t load_ppm = millionths / (period_ps * in_a_map);
    const bool is_proactive = flow.scheduling.is_proactive();
    demand.load_ppm =
        is_proactive ? demand.load_ppm + load_ppm : std::max(demand.load_ppm, load_ppm);
    if (demand.minislots > 0 && !is_proactive) return;
    if (demand.minislots > 0) {
      demand.further_number_ppm = millionths / period_ps;
      demand.further_minislots_ppm = demand.further_number_ppm * minislots;
      return;
    }
    demand.minislots = minislots;
    demand.number_ppm = millionths / period_ps;
  };
  const GrantSeries grants = grant_series(flow, geometry_, map_interval_ps_);
  if (grants.bytes > 0) {
    add(demand.parts[0],
        geometry_.minislots_for(grants.bytes + docsis::kSegmentHeaderBytes,
                                geometry_.data_iuc(flow.data_iuc)),
        grants.count, grants.interval_ps);
  }
  if (const PollSeries polls = polls_of(flow); polls.interval_ps > 0) {
    add(demand.parts[grants.bytes > 0 ? 1 : 0], geometry_.parameters().request_minislots, 1,
        polls.interval_ps);
  }
  return demand;
}

bool ChannelPlan::fits(const Demand& demand) const {
  return demand.largest_minislots <= room_;
}

// A clear place is always admitted.
bool ChannelPlan::admits(const Demand& demand, bool clear) const {
  std::uint64_t number_ppm = demand.number_ppm + demand.further_number_ppm;
  for (const Entry& entry : entries_) {
    number_ppm += entry.demand.number_ppm + entry.demand.further_number_ppm;
  }
  return number_ppm <= most_ppm_ && (clear || can_hold(demand));
}

// A MAP holds at most k intervals of the size of which k fill it, larger ones included, and not
// more minislots than it has.
bool ChannelPlan::can_hold(const Demand& demand) const {
  std::map<std::uint32_t, std::uint64_t> number_ppm;  // by how many of a kind a MAP holds
  std::uint64_t minislots_ppm = 0;
  const auto count = [&](const Demand& each) {
    number_ppm[room_ / std::max(1U, each.minislots)] += each.number_ppm;
    minislots_ppm += each.number_ppm * each.minislots + each.further_minislots_ppm;
  };
  count(demand);
  for (const Entry& entry : entries_) count(entry.demand);
  std::uint64_t all_ppm = 0;
  for (const auto& [in_a_map, ppm] : number_ppm) {
    all_ppm += ppm;
    if (all_ppm > in_a_map * kMillion) return false;
  }
  return minislots_ppm <= room_ * kMillion;
}

std::uint32_t ChannelPlan::minislots(std::int64_t grains) const {
  return static_cast<std::uint32_t>(grains / minislot());
}

// OFDMA: an interval that fits into a frame must not cross into the next; a longer one begins a
// frame.
std::int64_t ChannelPlan::aligned(std::int64_t at, std::int64_t length) const {
  at = rounded_up(at, minislot());
  const std::int64_t within = at % frame();
  const bool crosses = within > 0 && within + length > frame();
  return crosses && geometry_.minislots_per_frame() > 1 ? rounded_up(at, frame()) : at;
}

// Largest delay of an interval, because none may begin between two frames.
std::int64_t ChannelPlan::slip(const Part& part) const {
  return part.period % frame() == 0 ? 0 : frame() - 1;
}

ChannelPlan::Step ChannelPlan::step(const Part& part, std::int64_t at, const Part& other,
                                    std::int64_t other_at) const {
  const bool in_step = part.period == other.period;  // both have the same delay
  const std::int64_t own = part.length + (in_step ? 0 : slip(part));
  const std::int64_t theirs = other.length + (in_step ? 0 : slip(other));
  const std::int64_t common = in_step ? part.period : std::gcd(part.period, other.period);
  if (own + theirs > common) return {0, false};
  const std::int64_t behind = modulo(at - other_at, common);
  if (behind < theirs) return {theirs - behind, true};
  return {behind + own > common ? common - behind + theirs : 0, true};
}

// The first step needed.
ChannelPlan::Step ChannelPlan::step(const Demand& demand, std::int64_t at) const {
  Step all;
  const auto meets = [&](const Part& part, const Part& other, std::int64_t other_at) {
    if (part.length == 0) return false;
    const Step one = step(part, at, other, other_at);
    all.by = one.by;
    all.avoidable = all.avoidable && one.avoidable;
    return all.by > 0;
  };
  for (const Part& part : demand.parts) {
    if (meets(part, region_, 0)) return all;
  }
  for (const Entry& entry : entries_) {
    for (const Part& other : entry.demand.parts) {
      if (other.length == 0) continue;
      for (const Part& part : demand.parts) {
        if (meets(part, other, entry.at)) return all;
      }
    }
  }
  return all;
}

ChannelPlan::Place ChannelPlan::find(const Demand& demand) const {
  const std::int64_t period = demand.parts[0].period;
  const std::int64_t maps = std::max<std::int64_t>(1, period / region_.period);
  const std::int64_t turn = static_cast<std::int64_t>(entries_.size()) % maps;
  const std::int64_t first =
      aligned(turn * region_.period + region_.length, demand.parts[0].length);
  Place place = find(demand, first, std::max(first + 1, period));
  if (place.at < 0) {
    place = find(demand, aligned(region_.length, demand.parts[0].length), first);
  }
  return place.at < 0 ? Place{first, false} : place;
}

ChannelPlan::Place ChannelPlan::find(const Demand& demand, std::int64_t from,
                                     std::int64_t end) const {
  for (std::int64_t at = from; at < end;) {
    const Step needed = step(demand, at);
    if (needed.by == 0) return {at, needed.avoidable};
    at = aligned(at + needed.by, demand.parts[0].length);
  }
  return {-1, false};
}

bool ChannelPlan::is_clear(const Demand& demand, std::int64_t at) const {
  const Step needed = step(demand, at);
  return needed.by == 0 && needed.avoidable;
}

void ChannelPlan::add(UpstreamFlow flow, const Demand& demand, std::int64_t at) {
  entries_.push_back({flow, at, demand});
  load_ppm_ += demand.load_ppm;
}

void ChannelPlan::remove(UpstreamFlow flow) {
  const auto entry = std::find_if(entries_.begin(), entries_.end(),
                                  [flow](const Entry& each) { return each.flow == flow; });
  if (entry == entries_.end()) return;
  load_ppm_ -= entry->demand.load_ppm;
  entries_.erase(entry);
}

void ChannelPlan::change(const docsis::ChannelGeometry& geometry,
                         const std::vector<UpstreamFlowConfig>& flows) {
  geometry_ = geometry;
  load_ppm_ = 0;
  for (Entry& entry : entries_) {
    entry.demand = demand(flows[entry.flow]);
    load_ppm_ += entry.demand.load_ppm;
  }
}

std::vector<ChannelPlan> channel_plans(const CmtsConfig& config) {
  std::vector<ChannelPlan> plans;
  plans.reserve(config.channels.size());
  for (const docsis::ChannelParameters& channel : config.channels) {
    plans.emplace_back(docsis::ChannelGeometry(channel), config);
  }
  return plans;
}

std::vector<SeriesPlace> place_series(const CmtsConfig& config, std::vector<ChannelPlan>& plans) {
  std::vector<UpstreamFlow> order;
  for (UpstreamFlow flow = 0; flow < config.flows.size(); ++flow) {
    if (config.flows[flow].scheduling.type != docsis::SchedulingType::kBestEffort) {
      order.push_back(flow);
    }
  }
  std::stable_sort(order.begin(), order.end(), [&](UpstreamFlow a, UpstreamFlow b) {
    const UpstreamFlowConfig& first = config.flows[a];
    const UpstreamFlowConfig& second = config.flows[b];
    const TimePs map = config.timing.map_interval_ps;
    return std::make_tuple(period_of(first, map), bytes_of(second, map)) <
           std::make_tuple(period_of(second, map), bytes_of(first, map));
  });
  std::vector<SeriesPlace> places(config.flows.size());
  for (const UpstreamFlow flow : order) {
    places[flow] = place_one(config, plans, flow);
  }
  return places;
}

}  // namespace docsis_vp::cmts
