#include "models/cmts/channel_plan.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>

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

TimePs period_of(const UpstreamFlowConfig& flow) {
  return docsis::is_unsolicited(flow.scheduling) ? flow.ugs.interval_ps : flow.polling.interval_ps;
}

std::uint64_t bytes_of(const UpstreamFlowConfig& flow) {
  return docsis::is_unsolicited(flow.scheduling)
             ? std::uint64_t{flow.ugs.grant_bytes} * flow.ugs.grants_per_interval
             : 0;
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
    const ChannelPlan::Demand demand = plan.demand(config.flows[flow]);
    if (!plan.fits(demand)) continue;
    fits_one = true;
    const ChannelPlan::Place place = plan.find(demand);
    if (!plan.admits(demand, place.clear)) continue;
    const auto here = std::make_tuple(!place.clear, plan.load_ppm_with(demand));
    if (!best || here < worth) {
      best = SeriesPlace{channel, place.at};
      worth = here;
    }
  }
  if (!best) {
    const UpstreamFlowConfig& refused = config.flows[flow];
    const bool grants = docsis::is_unsolicited(refused.scheduling);
    const std::string what =
        grants ? "unsolicited grants of " + std::to_string(refused.ugs.grant_bytes) + " bytes"
               : "polls";
    throw NotAdmitted(
        flow, what + (fits_one ? ": beside the request regions and what other flows are owed, none "
                                 "of its channels has room for them"
                               : ": a MAP must hold one beside the largest request region"));
  }
  ChannelPlan& plan = plans[best->channel];
  plan.add(flow, plan.demand(config.flows[flow]), best->at);
  return *best;
}

}  // namespace

ChannelPlan::ChannelPlan(const docsis::ChannelGeometry& geometry, const CmtsConfig& config)
    : geometry_(geometry), map_interval_ps_(config.timing.map_interval_ps) {
  const std::uint32_t opportunities =
      config.timing.contention
          ? std::max(config.request_opportunities, config.max_request_opportunities)
          : 0;
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
    demand.load_ppm = std::max(demand.load_ppm, millionths / (period_ps * in_a_map));
    if (demand.minislots > 0) return;
    demand.minislots = minislots;
    demand.number_ppm = millionths / period_ps;
  };
  if (docsis::is_unsolicited(flow.scheduling)) {
    add(demand.parts[0],
        geometry_.minislots_for(flow.ugs.grant_bytes + docsis::kSegmentHeaderBytes,
                                geometry_.data_iuc(flow.data_iuc)),
        flow.ugs.grants_per_interval, flow.ugs.interval_ps);
  }
  if (docsis::is_polled(flow.scheduling)) {
    add(demand.parts[docsis::is_unsolicited(flow.scheduling) ? 1 : 0],
        geometry_.parameters().request_minislots, 1, flow.polling.interval_ps);
  }
  return demand;
}

bool ChannelPlan::fits(const Demand& demand) const {
  return demand.largest_minislots <= room_;
}

// A clear place is always admitted.
bool ChannelPlan::admits(const Demand& demand, bool clear) const {
  std::uint64_t number_ppm = demand.number_ppm;
  for (const Entry& entry : entries_) number_ppm += entry.demand.number_ppm;
  return number_ppm <= most_ppm_ && (clear || can_hold(demand));
}

// A MAP holds at most k intervals of the size of which k fill it, larger ones included, and not
// more minislots than it has.
bool ChannelPlan::can_hold(const Demand& demand) const {
  std::map<std::uint32_t, std::uint64_t> number_ppm;  // by how many of a kind a MAP holds
  std::uint64_t minislots_ppm = 0;
  const auto count = [&](const Demand& each) {
    number_ppm[room_ / std::max(1U, each.minislots)] += each.number_ppm;
    minislots_ppm += each.number_ppm * each.minislots;
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
    if (config.flows[flow].scheduling != docsis::SchedulingType::kBestEffort) {
      order.push_back(flow);
    }
  }
  std::stable_sort(order.begin(), order.end(), [&](UpstreamFlow a, UpstreamFlow b) {
    const UpstreamFlowConfig& first = config.flows[a];
    const UpstreamFlowConfig& second = config.flows[b];
    return std::make_tuple(period_of(first), bytes_of(second)) <
           std::make_tuple(period_of(second), bytes_of(first));
  });
  std::vector<SeriesPlace> places(config.flows.size());
  for (const UpstreamFlow flow : order) {
    places[flow] = place_one(config, plans, flow);
  }
  return places;
}

}  // namespace docsis_vp::cmts
