#include "models/cmts/downstream_scheduler.h"

#include <algorithm>
#include <utility>

#include "platform/base/errors.h"

namespace docsis_vp::cmts {

namespace {

constexpr std::uint64_t kPacketBytes = 1522;
constexpr std::uint64_t kLargestWeight = 1'000'000'000'000;

// Credit of a reserved rate [engineering choice]: a packet, one more that it may earn before the
// first has to be sent, and what it earns while it waits for a channel or for those due sooner.
std::uint64_t reserved_depth(std::uint64_t rate_bps) {
  constexpr std::uint64_t kWaitMs = 8;
  return 2 * kPacketBytes + rate_bps / 8'000 * kWaitMs;
}

// Three quarters of the room for more than the next packet in a bucket of this depth.
std::uint64_t filled_bytes(std::uint64_t next, std::uint64_t depth) {
  return next + (depth > next ? (depth - next) / 4 * 3 : 0);
}

// The credit that an idle slot did not use is lost, but for a packet.
void begin_waiting(docsis::PacketBucket& reserved, TimePs now) {
  const std::uint64_t saved = reserved.bytes(now);
  if (saved > kPacketBytes) {
    reserved.take(saved - kPacketBytes, now);
  }
}

}  // namespace

unsigned DownstreamScheduler::add(std::unique_ptr<queue::Discipline> discipline,
                                  const QueueSlotConfig& config) {
  if (config.priority >= VirtualTimeQueue::kLevels) {
    throw ConfigError("/traffic_priority", "must be 0 to 7");
  }
  if (config.weight == 0 || config.weight > kLargestWeight) {
    throw ConfigError("/weight", "must be 1 to 10^12");
  }
  QueueSlot& slot = slots_.emplace_back();
  slot.discipline = std::move(discipline);
  slot.config = config;
  if (config.shaper) {
    slot.rates = std::make_unique<Rates>(*config.shaper);
    slot.discipline->know_tokens(*slot.rates);
  }
  if (config.min_reserved_rate_bps > 0) {
    slot.reserved.emplace(config.min_reserved_rate_bps,
                          reserved_depth(config.min_reserved_rate_bps));
  }
  shares_.add(config.weight, config.priority, config.channels);
  reserved_.add(std::max<std::uint64_t>(1, config.min_reserved_rate_bps), config.priority,
                config.channels);
  return static_cast<unsigned>(slots_.size()) - 1;
}

// All slots are there.
void DownstreamScheduler::group_channels() {
  std::vector<std::uint64_t> sets;
  for (const QueueSlot& slot : slots_) {
    sets.push_back(slot.config.channels);
  }
  const std::vector<std::uint64_t> groups = channel_groups(sets);
  groups_.assign(64, kNoGroup);
  for (unsigned group = 0; group < groups.size(); ++group) {
    for (unsigned channel = 0; channel < 64; ++channel) {
      if ((groups[group] >> channel & 1) != 0) {
        groups_[channel] = group;
      }
    }
  }
  shares_.set_groups(groups);
  reserved_.set_groups(groups);
  if (shares_.is_overlapping()) {
    measure_load(groups.size());
  }
}

void DownstreamScheduler::measure_load(std::size_t groups) {
  std::vector<DownstreamLoad::Slot> slots;
  for (unsigned index = 0; index < slots_.size(); ++index) {
    const QueueSlotConfig& config = slots_[index].config;
    DownstreamLoad::Slot& slot = slots.emplace_back();
    slot.set = shares_.set_of(index);
    slot.level = config.priority;
    slot.weight = static_cast<double>(config.weight);
    slot.reserved_bps = static_cast<double>(config.min_reserved_rate_bps);
    // The service flows of an aggregate may have lower rates.
    if (config.shaper && config.shaper->max_sustained_rate_bps != 0 && !config.is_aggregate) {
      slot.own_bps = static_cast<double>(config.shaper->max_sustained_rate_bps);
    }
    shares_.set_met(index, false);
  }
  load_ = std::make_unique<DownstreamLoad>(shares_.sets(), slots, groups_, groups);
}

DownstreamLoad::Report DownstreamScheduler::report(unsigned index) const {
  const QueueSlot& slot = slots_[index];
  DownstreamLoad::Report report;
  report.backlog_bytes = slot.discipline->bytes();
  if (slot.staged.packet) {
    report.backlog_bytes += slot.staged.packet->size_bytes;
  }
  if (shares_.waits(index) && shares_.left(index) < load_->planned()) {
    report.state = DownstreamLoad::State::kUnmet;
  } else if (!is_empty(slot) && slot.emptied < load_->planned()) {
    report.state = DownstreamLoad::State::kRateBound;
  }
  return report;
}

void DownstreamScheduler::plan(TimePs now) {
  reports_.clear();
  for (unsigned index = 0; index < slots_.size(); ++index) {
    reports_.push_back(report(index));
  }
  if (!load_->plan(reports_, now)) return;
  for (unsigned set = 0; set < shares_.sets().size(); ++set) {
    const std::vector<std::uint32_t> parts = load_->parts_q16(set);
    shares_.set_parts(set, parts);
    reserved_.set_parts(set, parts);
  }
  for (unsigned index = 0; index < slots_.size(); ++index) {
    shares_.set_met(index, load_->is_met(index));
  }
}

void DownstreamScheduler::enqueue(unsigned index, PacketHandle packet, TimePs now) {
  if (groups_.empty()) {
    group_channels();
  }
  QueueSlot& slot = slots_[index];
  if (slot.reserved && is_empty(slot)) {
    begin_waiting(*slot.reserved, now);
  }
  queue::PacketTally ahead;
  if (slot.staged.packet) {
    ahead.add(slot.staged.packet->size_bytes);
  }
  slot.discipline->enqueue(std::move(packet), now, ahead);
  // One that may send finds out when it is its turn what it may send; one that waits goes on if it
  // waits for as much.
  const bool waits = !slot.config.is_aggregate && slot.queued_release != kNever &&
                     next_bytes(slot) == slot.cleared_bytes;
  if (!waits && !shares_.waits(index)) {
    settle(index, now);
  }
}

bool DownstreamScheduler::is_empty(const QueueSlot& slot) {
  return !slot.staged.packet && slot.discipline->packets() == 0;
}

std::uint32_t DownstreamScheduler::next_bytes(const QueueSlot& slot) const {
  return slot.staged.packet ? slot.staged.packet->size_bytes : slot.discipline->next_bytes();
}

// Puts a slot among those that may send, or that wait, or among neither.
void DownstreamScheduler::settle(unsigned index, TimePs now) {
  QueueSlot& slot = slots_[index];
  if (is_empty(slot)) {
    slot.emptied = now;
    set_ready(index, false, now);
    return;
  }
  if (!slot.rates) {
    set_ready(index, true, now);
    return;
  }
  const TimePs inside = slot.config.is_aggregate ? slot.discipline->ready(now) : now;
  slot.cleared_bytes = next_bytes(slot);
  if (slot.config.shaper->max_sustained_rate_bps != 0 && shares_.has_choice(index)) {
    limit_wait(index, now);
  }
  const TimePs ready = std::max(inside, slot.rates->shaper.ready(slot.cleared_bytes, now));
  set_ready(index, ready <= now, now);
  if (ready <= now) return;
  slot.held_until = std::max(slot.held_until, ready);
  if (ready < slot.queued_release) {
    slot.queued_release = ready;
    waiting_.push({ready, index});
  }
}

// A slot can wait for its part of a group until what its rate earns fills three quarters of the
// bucket above the next packet [engineering choice].
void DownstreamScheduler::limit_wait(unsigned index, TimePs now) {
  QueueSlot& slot = slots_[index];
  const std::uint64_t bytes = filled_bytes(slot.cleared_bytes, slot.config.shaper->max_burst_bytes);
  shares_.set_wait_limit(index, slot.rates->shaper.ready(static_cast<std::uint32_t>(bytes), now));
}

void DownstreamScheduler::set_ready(unsigned index, bool ready, TimePs now) {
  if (ready == shares_.waits(index)) return;
  if (ready) {
    if (load_ && !any_ready()) load_->end_idle_time();
    shares_.insert(index, 0, now);
  } else {
    shares_.erase(index, now);
  }
  if (slots_[index].reserved) {
    earn(index, now);
  }
}

// Puts a slot among those that have earned their next packet, or remembers when it has.
void DownstreamScheduler::earn(unsigned index, TimePs now) {
  QueueSlot& slot = slots_[index];
  reserved_.erase(index, now);
  const TimePs known = std::exchange(slot.earns_at, kNever);
  if (!shares_.waits(index)) return;
  const std::uint32_t bytes = std::max(next_bytes(slot), slot.config.min_packet_bytes);
  const TimePs earned = slot.reserved->ready(bytes, now);
  if (earned <= now) {
    if (reserved_.has_choice(index)) {
      const std::uint64_t filled =
          filled_bytes(bytes, reserved_depth(slot.config.min_reserved_rate_bps));
      reserved_.set_wait_limit(index,
                               slot.reserved->ready(static_cast<std::uint32_t>(filled), now));
    }
    reserved_.insert(index, bytes, now);
  } else {
    slot.earns_at = earned;
    if (known != earned) {
      earning_.push({earned, index});
    }
  }
}

void DownstreamScheduler::wake(TimePs now) {
  while (!waiting_.empty() && waiting_.top().first <= now) {
    const unsigned index = waiting_.top().second;
    waiting_.pop();
    slots_[index].queued_release = kNever;
    settle(index, now);
  }
  while (!earning_.empty() && earning_.top().first <= now) {
    const auto [earned, index] = earning_.top();
    earning_.pop();
    if (slots_[index].earns_at == earned) {
      earn(index, now);
    }
  }
}

bool DownstreamScheduler::next(unsigned channel, TimePs now, Next& found) {
  wake(now);
  if (!any_ready()) return false;
  const unsigned group = groups_[channel];
  if (group == kNoGroup) return false;
  if (!shares_.is_overlapping()) {
    return next_of(reserved_, group, now, true, found) || next_of(shares_, group, now, true, found);
  }
  if (load_->begin_service(channel, now)) {
    plan(now);
  }
  for (const bool all : {false, true}) {
    if (next_of(reserved_, group, now, all, found) || next_of(shares_, group, now, all, found)) {
      load_->sent(channel, found.slot, found.packet.packet->size_bytes,
                  shares_.is_waited_for(group));
      return true;
    }
  }
  return false;
}

// all: those too that leave the group to others.
bool DownstreamScheduler::next_of(VirtualTimeQueue& order, unsigned group, TimePs now, bool all,
                                  Next& found) {
  for (unsigned left = order.waiting_levels(); left != 0;) {
    const unsigned level = 31U - static_cast<unsigned>(__builtin_clz(left));
    while (const auto slot = order.front(level, group, now, all)) {
      if (try_slot(*slot, now, found)) {
        pay(order, group, now, found);
        return true;
      }
      if (order.waits(*slot)) break;
    }
    left &= ~(1U << level);
  }
  return false;
}

// A reserved rate pays for what it lets go, and for nothing else.
void DownstreamScheduler::pay(VirtualTimeQueue& order, unsigned group, TimePs now,
                              const Next& sent) {
  QueueSlot& slot = slots_[sent.slot];
  const std::uint32_t bytes = sent.packet.packet->size_bytes;
  if (&order == &shares_) {
    shares_.sent(sent.slot, group, bytes, 0, now);
    if (slot.reserved) {
      earn(sent.slot, now);  // by the size of its new first packet
    }
    return;
  }
  const std::uint32_t counted = std::max(bytes, slot.config.min_packet_bytes);
  slot.reserved->take_at_most(counted, now);
  reserved_.erase(sent.slot, now);
  reserved_.sent(sent.slot, group, counted, 0, now);
  earn(sent.slot, now);
}

// An aggregate's next packet may be another one than that for which the slot became ready.
bool DownstreamScheduler::may_send(QueueSlot& slot, TimePs now) {
  return slot.discipline->ready(now) <= now &&
         slot.rates->shaper.ready(next_bytes(slot), now) <= now;
}

// False: the queue's law dropped all of it, or left a packet that has to wait.
bool DownstreamScheduler::try_slot(unsigned index, TimePs now, Next& found) {
  QueueSlot& slot = slots_[index];
  found.slot = index;
  found.was_delayed = false;
  if (slot.staged.packet) {
    slot.discipline->run_law_until(now);  // before its tokens are taken
    found.packet = std::move(slot.staged);
  } else if (!slot.config.is_aggregate || may_send(slot, now)) {
    found.packet = slot.discipline->dequeue(now);
  }
  if (!found.packet.packet) {
    settle(index, now);
    return false;
  }
  const std::uint32_t bytes = found.packet.packet->size_bytes;
  if (slot.rates && bytes > slot.cleared_bytes && slot.rates->shaper.ready(bytes, now) > now) {
    slot.staged = std::move(found.packet);
    settle(index, now);
    return false;
  }
  if (slot.rates) {
    slot.rates->shaper.take(bytes, now);
    found.was_delayed = found.packet.enqueued < slot.held_until;
  }
  settle(index, now);
  return true;
}

}  // namespace docsis_vp::cmts
