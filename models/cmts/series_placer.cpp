#include "models/cmts/series_placer.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "models/docsis/scheduling.h"

namespace docsis_vp::cmts {

using docsis::Minislot;

namespace {

// Step budget of the schedule search per MAP [engineering choice].
constexpr unsigned kMostSteps = 4'000;
constexpr std::uint32_t kNoStart = UINT32_MAX - 1;  // no schedule holds it

}  // namespace

SeriesPlacer::SeriesPlacer(const CmtsConfig& config, const std::vector<UpstreamChannel>& channels,
                           UpstreamSeries& series, UpstreamDemand& demand,
                           std::vector<UpstreamFlowCounters>& counters)
    : config_(config), channels_(channels), series_(series), demand_(demand), counters_(counters) {}

void SeriesPlacer::place(MapDraft& draft, TimePs now) {
  const TimePs end = channel_of(draft).end_time();
  if (series_.times(draft.channel).may_be_due_before(end)) place_due(draft, end, now);
  if (!series_.behind().empty()) place_extra(draft, now);
  draft.take_elements();
  if (!draft.items.empty()) charge_proactive(draft, now);
}

void SeriesPlacer::place_due(MapDraft& draft, TimePs end, TimePs now) {
  const UpstreamChannel& channel = channel_of(draft);
  items_.clear();
  for (const SeriesTimes::Due& due : series_.times(draft.channel).take_before(end)) {
    if (!is_withheld(due, now)) items_.push_back(due_item(channel, due));
  }
  place_by_deadline(draft);
  for (const DueItem& item : items_) account(draft, item);
}

bool SeriesPlacer::is_withheld(const SeriesTimes::Due& due, TimePs now) {
  const bool is_proactive = config_.flows[due.flow].scheduling.is_proactive();
  if (!is_proactive || due.poll || !demand_.rates(due.flow).is_overdrawn(now)) return false;
  ++counters_[due.flow].proactive_withheld;
  return true;
}

SeriesPlacer::DueItem SeriesPlacer::due_item(const UpstreamChannel& channel,
                                             const SeriesTimes::Due& due) const {
  const docsis::ChannelGeometry& geometry = channel.geometry;
  const auto offset_of = [&](Minislot minislot) {
    return static_cast<std::uint32_t>(minislot - std::min(minislot, channel.next_start));
  };
  DueItem item;
  item.due = due;
  item.job.from = offset_of(geometry.at_or_after(due.nominal));
  // OFDMA: any minislot of the frame is on time.
  item.job.latest = offset_of(geometry.at(due.latest) + geometry.minislots_per_frame() - 1);
  item.job.length = series_.length(channel, due.flow, due.poll);
  item.is_overdue = due.latest < channel.start_time();
  return item;
}

// Places by earliest deadline first.
void SeriesPlacer::place_by_deadline(MapDraft& draft) {
  before_ = {draft.layout, draft.grantable, draft.saved};
  lacks_room_ = false;
  bool is_tight = false;
  for (DueItem& item : items_) {
    place_item(draft, item);
    is_tight = is_tight || item.placement != Placement::kOnTime;
  }
  if (!is_tight) return;
  take_items_away(draft);
  // If elements, capacity or minislots are too few, no schedule helps: the items that take
  // precedence come first. A schedule of what is on time would let a series lose for good whose
  // place is taken.
  if (!lacks_room_) schedule_with_next(draft);
  const TimePs end = channel_of(draft).end_time();
  const bool is_left_over = std::any_of(items_.begin(), items_.end(), [&](const DueItem& item) {
    return item.placement == Placement::kWaits && item.due.latest < end;
  });
  if (lacks_room_ || is_left_over) place_by_precedence(draft);
}

// Places the item on time if possible, else as soon as possible if the next MAP is too late.
void SeriesPlacer::place_item(MapDraft& draft, DueItem& item) {
  const UpstreamChannel& channel = channel_of(draft);
  item.placement = Placement::kWaits;
  if (!can_take(draft, item)) return;
  auto at = item.is_overdue ? std::nullopt
                            : draft.layout.place(item.job.from, item.job.latest, item.job.length);
  Placement placement = Placement::kOnTime;
  if (!at) {
    if (item.due.latest >= channel.end_time()) return;
    at = draft.layout.place(item.job.from, channel.interval, item.job.length);
    if (!at) return;
    placement = Placement::kLate;
  }
  take(draft, item, *at, placement);
}

bool SeriesPlacer::can_take(MapDraft& draft, const DueItem& item) {
  const bool has_element = draft.has_element();
  const std::uint32_t granted = item.due.poll ? 0 : item.job.length;
  if (has_element && granted <= draft.grantable) return true;
  lacks_room_ = true;
  if (has_element) {
    // No other grant is made until MAPs have saved enough for it, or for its successor.
    draft.saved += draft.grantable;
    draft.grantable = 0;
  }
  return false;
}

void SeriesPlacer::take(MapDraft& draft, DueItem& item, std::uint32_t at, Placement placement) {
  item.placement = placement;
  draft.grantable -= item.due.poll ? 0 : item.job.length;
  const bool is_proactive = !config_.flows[item.due.flow].scheduling.is_unsolicited();
  const Reservation::Kind kind = item.due.poll  ? Reservation::Kind::kPoll
                                 : is_proactive ? Reservation::Kind::kProactive
                                                : Reservation::Kind::kUnsolicited;
  draft.items.push_back({at, item.job.length, kind, item.due.flow});
}

// If the next item of its series is due and more is due than fits, this one is dropped.
void SeriesPlacer::account(const MapDraft& draft, const DueItem& item) {
  UpstreamFlowCounters& counters = counters_[item.due.flow];
  if (item.placement == Placement::kLate) ++counters.beyond_jitter;
  if (item.placement != Placement::kWaits) return;
  if (channel_of(draft).end_time() > item.due.nominal + series_.interval(item.due)) {
    ++counters.beyond_jitter;
    ++counters.superseded;
  } else {
    series_.times(draft.channel).put_back(item.due);
  }
}

void SeriesPlacer::take_items_away(MapDraft& draft) {
  draft.layout = before_.layout;
  draft.items.clear();
  draft.grantable = before_.grantable;
  draft.saved = before_.saved;
}

// Places first the items that a schedule of this MAP and the next holds, then the others where they
// fit.
void SeriesPlacer::schedule_with_next(MapDraft& draft) {
  const UpstreamChannel& channel = channel_of(draft);
  const auto here = static_cast<std::uint32_t>(items_.size());
  expected_.clear();
  series_.times(draft.channel)
      .preview_before(channel.geometry.start(channel.next_start + 2 * channel.interval), expected_);
  for (const SeriesTimes::Due& due : expected_) items_.push_back(due_item(channel, due));
  const std::vector<std::uint32_t> starts = schedule_starts({channel.interval, draft.region});
  for (std::uint32_t i = 0; i < here; ++i) {
    DueItem& item = items_[i];
    item.placement = Placement::kWaits;
    if (starts[i] >= channel.interval || !can_take(draft, item)) continue;
    const auto at = draft.layout.place(starts[i], starts[i], item.job.length);
    if (at) take(draft, item, *at, Placement::kOnTime);
  }
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < here; ++i) {
    if (starts[i] == kNoStart) order.push_back(i);
  }
  items_.resize(here);
  sort_by_precedence(order);
  for (const std::uint32_t i : order) place_item(draft, items_[i]);
}

// Returns the first minislot of each item, or kNoStart. Schedules groups of items that may meet,
// one group after the other.
std::vector<std::uint32_t> SeriesPlacer::schedule_starts(const SeriesHorizon& horizon) const {
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < items_.size(); ++i) {
    if (!items_[i].is_overdue) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
    return items_[a].job.from < items_[b].job.from;
  });
  unsigned steps = kMostSteps;
  std::vector<std::uint32_t> starts(items_.size(), kNoStart);
  for (auto first = order.begin(); first != order.end();) {
    std::uint32_t end = 0;  // latest end of all earlier items
    auto last = first;
    while (last != order.end() && (last == first || items_[*last].job.from < end)) {
      end = std::max(end, items_[*last].job.latest + items_[*last].job.length);
      ++last;
    }
    schedule_group({first, last}, horizon, starts, steps);
    first = last;
  }
  return starts;
}

// Schedules all of a group, or those that take precedence as far as a schedule exists.
void SeriesPlacer::schedule_group(std::vector<std::uint32_t> group, const SeriesHorizon& horizon,
                                  std::vector<std::uint32_t>& starts, unsigned& steps) const {
  std::vector<SeriesJob> jobs;
  for (const std::uint32_t index : group) jobs.push_back(items_[index].job);
  auto found = SeriesSchedule::of(jobs, horizon, steps);
  if (!found) {
    sort_by_precedence(group);
    std::vector<std::uint32_t> kept;
    jobs.clear();
    found.emplace();
    for (const std::uint32_t index : group) {
      jobs.push_back(items_[index].job);
      if (auto more = SeriesSchedule::of(jobs, horizon, steps)) {
        found = std::move(more);
        kept.push_back(index);
      } else {
        jobs.pop_back();
      }
    }
    group = std::move(kept);
  }
  for (std::size_t i = 0; i < group.size(); ++i) starts[group[i]] = (*found)[i];
}

// Finds the most items that fit, in order of precedence, if they are placed by deadline; placed one
// by one in that order they would leave gaps. Then places the others as far as they fit.
void SeriesPlacer::place_by_precedence(MapDraft& draft) {
  std::vector<std::uint32_t> order(items_.size());
  std::iota(order.begin(), order.end(), 0U);
  sort_by_precedence(order);
  std::size_t fitting = 0;
  for (std::size_t most = order.size(); fitting < most;) {
    const std::size_t tried = (fitting + most + 1) / 2;
    if (place_best(draft, order, tried)) {
      fitting = tried;
    } else {
      most = tried - 1;
    }
  }
  place_best(draft, order, fitting);
  for (std::size_t i = fitting; i < order.size(); ++i) place_item(draft, items_[order[i]]);
}

// Places the first `count` of this order, by deadline. Returns true if all of them fit.
bool SeriesPlacer::place_best(MapDraft& draft, const std::vector<std::uint32_t>& order,
                              std::size_t count) {
  const TimePs end = channel_of(draft).end_time();
  std::vector<bool> chosen(items_.size());
  for (std::size_t i = 0; i < count; ++i) chosen[order[i]] = true;
  take_items_away(draft);
  lacks_room_ = false;
  bool all = true;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (!chosen[i]) continue;
    place_item(draft, items_[i]);
    all = all && (items_[i].placement != Placement::kWaits || items_[i].due.latest >= end);
  }
  return all && !lacks_room_;
}

// By priority, then by the most losses of the series so far, then by deadline.
void SeriesPlacer::sort_by_precedence(std::vector<std::uint32_t>& order) const {
  const auto key = [this](std::uint32_t index) {
    const SeriesTimes::Due& due = items_[index].due;
    const UpstreamFlowCounters& counters = counters_[due.flow];
    return std::make_tuple(7 - config_.flows[due.flow].priority, UINT64_MAX - counters.superseded,
                           UINT64_MAX - counters.beyond_jitter, due.latest, due.flow);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
}

// Flows whose modem reports more bytes than the grants carry get one grant in each MAP, in any free
// place.
void SeriesPlacer::place_extra(MapDraft& draft, TimePs now) {
  const UpstreamChannel& channel = channel_of(draft);
  for (const UpstreamFlow flow : series_.behind()) {
    if (!series_.gets_extra(flow, draft.channel)) continue;
    const std::uint32_t grant_bytes = config_.flows[flow].scheduling.unsolicited_grant_bytes;
    TokenBucket& extra = series_.extra(flow);
    extra.fill(now);
    extra.cap();
    const std::uint32_t length = series_.length(channel, flow, false);
    if (extra.bytes() < static_cast<std::int64_t>(grant_bytes) || !draft.has_element() ||
        length > draft.grantable) {
      continue;
    }
    const auto at = draft.layout.place(draft.region, channel.interval, length);
    if (!at) continue;
    extra.debit(grant_bytes);
    ++counters_[flow].extra_grants;
    draft.grantable -= length;
    draft.items.push_back({*at, length, Reservation::Kind::kUnsolicited, flow, 0, true});
  }
}

void SeriesPlacer::charge_proactive(MapDraft& draft, TimePs now) {
  const UpstreamChannel& channel = channel_of(draft);
  for (MapItem& item : draft.items) {
    if (item.kind != Reservation::Kind::kProactive) continue;
    const std::uint64_t bytes =
        channel.payload_bytes(item.minislots, channel.iuc_of(config_.flows[item.flow]));
    item.reserved_bytes =
        demand_.grant_proactively(draft.channel, item.flow, bytes, item.minislots, now);
  }
}

}  // namespace docsis_vp::cmts
