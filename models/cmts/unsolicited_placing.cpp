// MapScheduler: places unsolicited grants and polls in a MAP, and handles reports on them.
#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "models/cmts/map_scheduler.h"
#include "models/cmts/series_schedule.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cmts {

using docsis::Minislot;

namespace {

// Step budget of the schedule search per MAP [engineering choice].
constexpr unsigned kMostSteps = 4'000;
constexpr std::uint32_t kNoStart = UINT32_MAX - 1;  // no schedule holds it

}  // namespace

// Places by earliest deadline first. Items that would be late, or wait for the next MAP, are
// scheduled together with those due in the next MAP.
void MapScheduler::place_unsolicited(Channel& channel) {
  const TimePs end = channel.geometry.start(channel.next_start + channel.interval);
  const std::vector<Unsolicited::Due>& due = channel.unsolicited.take_before(end);
  owed_.clear();
  if (!due.empty()) {
    for (const Unsolicited::Due& each : due) {
      if (!is_withheld(each)) owed_.push_back(owed_in(channel, each));
    }
    before_items_ = {layout_, channel.grantable, channel.put_by};
    lacks_room_ = false;
    bool is_tight = false;
    for (Owed& owed : owed_) {
      place_owed(channel, owed);
      is_tight = is_tight || owed.fate != Fate::kOnTime;
    }
    if (is_tight) {
      take_items_away(channel);
      // If elements, capacity or minislots are too few, no schedule helps: the better claims come
      // first. A schedule of what is on time would let a series lose for good whose place is taken.
      if (!lacks_room_) schedule_owed(channel);
      const bool is_left_over = std::any_of(owed_.begin(), owed_.end(), [&](const Owed& owed) {
        return owed.fate == Fate::kWaits && owed.due.latest < end;
      });
      if (lacks_room_ || is_left_over) place_by_claim(channel);
    }
    for (const Owed& owed : owed_) account(channel, owed, end);
  }
  if (!behind_.empty()) place_extra(channel);
  // Needs one element per item and one per stretch between them: idle space, or the rest of a grant
  // that did not fit before.
  elements_left_ -= static_cast<std::uint32_t>(items_.size());
  elements_left_ -= layout_.stretches() - std::min(layout_.stretches(), 1U);
}

MapScheduler::Owed MapScheduler::owed_in(const Channel& channel,
                                         const Unsolicited::Due& due) const {
  const docsis::ChannelGeometry& geometry = channel.geometry;
  const auto offset_of = [&](Minislot minislot) {
    return static_cast<std::uint32_t>(minislot - std::min(minislot, channel.next_start));
  };
  Owed owed;
  owed.due = due;
  owed.job.from = offset_of(geometry.at_or_after(due.nominal));
  // OFDMA: any minislot of the frame is on time.
  owed.job.latest = offset_of(geometry.at(due.latest) + geometry.minislots_per_frame() - 1);
  owed.job.length = unsolicited_length(channel, flows_[due.flow], due.poll);
  owed.is_overdue = due.latest < geometry.start(channel.next_start);
  return owed;
}

// Places the item on time if possible, else as soon as possible if the next MAP is too late.
void MapScheduler::place_owed(Channel& channel, Owed& owed) {
  owed.fate = Fate::kWaits;
  if (!can_take(channel, owed)) return;
  auto at = owed.is_overdue ? std::nullopt
                            : layout_.place(owed.job.from, owed.job.latest, owed.job.length);
  Fate fate = Fate::kOnTime;
  if (!at) {
    if (owed.due.latest >= channel.geometry.start(channel.next_start + channel.interval)) return;
    at = layout_.place(owed.job.from, channel.interval, owed.job.length);
    if (!at) return;
    fate = Fate::kLate;
  }
  take(channel, owed, *at, fate);
}

// The item may split a free stretch, which takes one more element.
bool MapScheduler::can_take(Channel& channel, const Owed& owed) {
  const bool has_element = elements_left_ > items_.size() + layout_.stretches();
  const std::uint32_t granted = owed.due.poll ? 0 : owed.job.length;
  if (has_element && granted <= channel.grantable) return true;
  lacks_room_ = true;
  if (has_element) {
    // No other grant is made until MAPs have saved enough for it, or for its successor.
    channel.put_by += channel.grantable;
    channel.grantable = 0;
  }
  return false;
}

void MapScheduler::take(Channel& channel, Owed& owed, std::uint32_t at, Fate fate) {
  owed.fate = fate;
  channel.grantable -= owed.due.poll ? 0 : owed.job.length;
  const bool is_proactive = !docsis::is_unsolicited(flows_[owed.due.flow].config.scheduling);
  const Reservation::Kind kind = owed.due.poll  ? Reservation::Kind::kPoll
                                 : is_proactive ? Reservation::Kind::kProactive
                                                : Reservation::Kind::kUnsolicited;
  items_.push_back({at, owed.job.length, kind, owed.due.flow});
}

// If the next item of its series is due and more is owed than fits, this one is dropped.
void MapScheduler::account(Channel& channel, const Owed& owed, TimePs end) {
  Flow& flow = flows_[owed.due.flow];
  if (owed.fate == Fate::kLate) ++flow.counters.beyond_jitter;
  if (owed.fate != Fate::kWaits) return;
  const TimePs interval =
      owed.due.poll ? polls_of(flow.config).interval_ps : flow.grants.interval_ps;
  if (end > owed.due.nominal + interval) {
    ++flow.counters.beyond_jitter;
    ++flow.counters.superseded;
  } else {
    channel.unsolicited.put_back(owed.due);
  }
}

// Finds the most of the best claims that fit if they are placed by deadline, which leaves no gaps
// as claim by claim would, and places them; then the others as far as they fit.
void MapScheduler::place_by_claim(Channel& channel) {
  const TimePs end = channel.geometry.start(channel.next_start + channel.interval);
  std::vector<std::uint32_t> order(owed_.size());
  std::iota(order.begin(), order.end(), 0U);
  sort_by_claim(order);
  const auto place_best = [&](std::size_t count) {
    std::vector<bool> chosen(owed_.size());
    for (std::size_t i = 0; i < count; ++i) chosen[order[i]] = true;
    take_items_away(channel);
    lacks_room_ = false;
    bool all = true;
    for (std::size_t i = 0; i < owed_.size(); ++i) {
      if (!chosen[i]) continue;
      place_owed(channel, owed_[i]);
      all = all && (owed_[i].fate != Fate::kWaits || owed_[i].due.latest >= end);
    }
    return all && !lacks_room_;
  };
  std::size_t fitting = 0;
  for (std::size_t most = order.size(); fitting < most;) {
    const std::size_t tried = (fitting + most + 1) / 2;
    if (place_best(tried)) {
      fitting = tried;
    } else {
      most = tried - 1;
    }
  }
  place_best(fitting);
  for (std::size_t i = fitting; i < order.size(); ++i) place_owed(channel, owed_[order[i]]);
}

void MapScheduler::take_items_away(Channel& channel) {
  layout_ = before_items_.layout;
  items_.clear();
  channel.grantable = before_items_.grantable;
  channel.put_by = before_items_.put_by;
}

// Places first the items that a schedule of this MAP and the next holds, then the others where they
// fit.
void MapScheduler::schedule_owed(Channel& channel) {
  const std::uint32_t here = static_cast<std::uint32_t>(owed_.size());
  const SeriesHorizon horizon{channel.interval, channel.region};
  expected_.clear();
  channel.unsolicited.look_before(channel.geometry.start(channel.next_start + 2 * channel.interval),
                                  expected_);
  for (const Unsolicited::Due& due : expected_) owed_.push_back(owed_in(channel, due));
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < owed_.size(); ++i) {
    if (!owed_[i].is_overdue) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
    return owed_[a].job.from < owed_[b].job.from;
  });
  unsigned steps = kMostSteps;
  std::vector<std::uint32_t> starts(owed_.size(), kNoStart);
  for (auto first = order.begin(); first != order.end();) {
    std::uint32_t end = 0;  // latest end of all earlier items
    auto last = first;
    while (last != order.end() && (last == first || owed_[*last].job.from < end)) {
      end = std::max(end, owed_[*last].job.latest + owed_[*last].job.length);
      ++last;
    }
    schedule_group({first, last}, horizon, starts, steps);
    first = last;
  }
  for (std::uint32_t i = 0; i < here; ++i) {
    Owed& owed = owed_[i];
    owed.fate = Fate::kWaits;
    if (starts[i] >= channel.interval || !can_take(channel, owed)) continue;
    const auto at = layout_.place(starts[i], starts[i], owed.job.length);
    if (at) take(channel, owed, *at, Fate::kOnTime);
  }
  order.clear();
  for (std::uint32_t i = 0; i < here; ++i) {
    if (starts[i] == kNoStart) order.push_back(i);
  }
  owed_.resize(here);
  sort_by_claim(order);
  for (const std::uint32_t i : order) place_owed(channel, owed_[i]);
}

// Schedules all of a group, or those with the better claim as far as a schedule exists.
void MapScheduler::schedule_group(std::vector<std::uint32_t> group, const SeriesHorizon& horizon,
                                  std::vector<std::uint32_t>& starts, unsigned& steps) const {
  std::vector<SeriesJob> jobs;
  for (const std::uint32_t index : group) jobs.push_back(owed_[index].job);
  auto found = SeriesSchedule::of(jobs, horizon, steps);
  if (!found) {
    sort_by_claim(group);
    std::vector<std::uint32_t> kept;
    jobs.clear();
    found.emplace();
    for (const std::uint32_t index : group) {
      jobs.push_back(owed_[index].job);
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

// A frame without a report means: nothing waits behind the grants, and all of them are in use.
void MapScheduler::reported(UpstreamFlow index, const std::optional<docsis::UgsStatus>& status) {
  Flow& flow = flows_[index];
  if (!docsis::is_unsolicited(flow.config.scheduling)) return;
  flow.reports = status.has_value();
  set_behind(index, status && status->queue_indicator);
  const unsigned most = flow.config.ugs.grants_per_interval;
  const bool detects = flow.config.scheduling == docsis::SchedulingType::kUgsActivityDetection;
  flow.active_grants =
      status && detects ? std::clamp<unsigned>(status->active_grants, 1, most) : most;
  if (!flow.silent) channels_[flow.home].unsolicited.set_count(index, flow.active_grants);
}

void MapScheduler::set_behind(UpstreamFlow index, bool is_behind) {
  Flow& flow = flows_[index];
  if (flow.is_behind == is_behind) return;
  flow.is_behind = is_behind;
  const auto place = std::lower_bound(behind_.begin(), behind_.end(), index);
  if (is_behind) {
    behind_.insert(place, index);
  } else {
    behind_.erase(place);
  }
}

// Flows whose modem reports more bytes than the grants carry get one grant in each MAP, in any free
// place.
void MapScheduler::place_extra(Channel& channel) {
  for (const UpstreamFlow index : behind_) {
    Flow& flow = flows_[index];
    if (flow.silent || &channels_[flow.home] != &channel) continue;
    flow.extra.fill(platform::now_ps());
    flow.extra.cap();
    const std::uint32_t length = unsolicited_length(channel, flow, false);
    const bool has_element = elements_left_ > items_.size() + layout_.stretches();
    if (flow.extra.bytes() < static_cast<std::int64_t>(flow.config.ugs.grant_bytes) ||
        !has_element || length > channel.grantable) {
      continue;
    }
    const auto at = layout_.place(channel.region, channel.interval, length);
    if (!at) continue;
    flow.extra.debit(flow.config.ugs.grant_bytes);
    ++flow.counters.extra_grants;
    channel.grantable -= length;
    items_.push_back({*at, length, Reservation::Kind::kUnsolicited, index, 0, true});
  }
}

// By priority, then by the most losses of the series so far, then by deadline.
void MapScheduler::sort_by_claim(std::vector<std::uint32_t>& order) const {
  const auto claim = [this](std::uint32_t index) {
    const Owed& owed = owed_[index];
    const Flow& flow = flows_[owed.due.flow];
    return std::make_tuple(7 - flow.config.priority, UINT64_MAX - flow.counters.superseded,
                           UINT64_MAX - flow.counters.beyond_jitter, owed.due.latest,
                           owed.due.flow);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return claim(a) < claim(b); });
}

}  // namespace docsis_vp::cmts
