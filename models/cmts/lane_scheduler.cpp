#include "models/cmts/lane_scheduler.h"

#include <algorithm>

#include "platform/base/errors.h"

namespace docsis_vp::cmts {

namespace {

constexpr std::uint64_t kPacketBytes = 1522;

// Credit of a reserved rate [engineering choice]: a packet, one more that it may earn before the
// first has to be sent, and what it earns while it waits for a channel or for those due sooner.
std::uint64_t reserved_depth(std::uint64_t rate_bps) {
  constexpr std::uint64_t kWaitMs = 8;
  return 2 * kPacketBytes + rate_bps / 8'000 * kWaitMs;
}

// What it was not asked for is lost, but for a packet.
void begin_waiting(docsis::PacketBucket& reserved, TimePs now) {
  const std::uint64_t saved = reserved.bytes(now);
  if (saved > kPacketBytes) {
    reserved.take(saved - kPacketBytes, now);
  }
}

}  // namespace

unsigned LaneScheduler::add(std::unique_ptr<queue::Discipline> discipline,
                            const LaneConfig& config) {
  if (config.priority >= kPriorities) {
    throw ConfigError("/traffic_priority", "must be 0 to 7");
  }
  Lane& lane = lanes_.emplace_back();
  lane.discipline = std::move(discipline);
  lane.config = config;
  if (config.shaper) {
    lane.rates = std::make_unique<Rates>(*config.shaper);
    lane.discipline->know_tokens(*lane.rates);
  }
  if (config.min_reserved_rate_bps > 0) {
    lane.reserved.emplace(config.min_reserved_rate_bps,
                          reserved_depth(config.min_reserved_rate_bps));
  }
  const auto lanes = static_cast<unsigned>(lanes_.size());
  for (Circle& circle : circles_) {
    circle.ready.resize(lanes);
  }
  reserving_.resize(lanes);
  return lanes - 1;
}

void LaneScheduler::enqueue(unsigned index, PacketHandle packet, TimePs now) {
  Lane& lane = lanes_[index];
  if (lane.reserved && is_empty(lane)) {
    begin_waiting(*lane.reserved, now);
  }
  queue::PacketTally ahead;
  if (lane.staged.packet) {
    ahead.add(lane.staged.packet->size_bytes);
  }
  lane.discipline->enqueue(std::move(packet), now, ahead);
  // One that may send finds out when it is its turn what it may send; one that waits goes on if it
  // waits for as much.
  const bool waits = lane.waits_until != kNever && next_bytes(lane) == lane.cleared_bytes;
  if (!waits && !circles_[lane.config.priority].ready.contains(index)) {
    settle(index, now);
  }
}

bool LaneScheduler::is_empty(const Lane& lane) {
  return !lane.staged.packet && lane.discipline->packets() == 0;
}

std::uint32_t LaneScheduler::next_bytes(const Lane& lane) const {
  return lane.staged.packet ? lane.staged.packet->size_bytes : lane.discipline->next_bytes();
}

// Puts a lane among those that may send, or that wait, or among neither.
void LaneScheduler::settle(unsigned index, TimePs now) {
  Lane& lane = lanes_[index];
  if (is_empty(lane)) {
    set_ready(index, false);
    return;
  }
  if (!lane.rates) {
    set_ready(index, true);
    return;
  }
  lane.cleared_bytes = next_bytes(lane);
  const TimePs ready = lane.rates->shaper.ready(lane.cleared_bytes, now);
  set_ready(index, ready <= now);
  if (ready <= now) return;
  lane.held_until = std::max(lane.held_until, ready);
  if (ready < lane.waits_until) {
    lane.waits_until = ready;
    waiting_.push({ready, index});
  }
}

void LaneScheduler::set_ready(unsigned index, bool ready) {
  Lane& lane = lanes_[index];
  LaneSet& circle = circles_[lane.config.priority].ready;
  if (circle.contains(index) == ready) return;
  if (!ready) {
    // Nothing can be saved up, and no debt escaped.
    lane.balance = std::min<std::int64_t>(lane.balance, 0);
  }
  const auto set = [&](LaneSet& lanes) { ready ? lanes.insert(index) : lanes.erase(index); };
  set(circle);
  if (lane.reserved) {
    set(reserving_);
  }
  const unsigned bit = 1U << lane.config.priority;
  ready_priorities_ = circle.empty() ? ready_priorities_ & ~bit : ready_priorities_ | bit;
}

void LaneScheduler::wake(TimePs now) {
  while (!waiting_.empty() && waiting_.top().first <= now) {
    const unsigned index = waiting_.top().second;
    waiting_.pop();
    lanes_[index].waits_until = kNever;
    settle(index, now);
  }
}

bool LaneScheduler::next(unsigned channel, TimePs now, Next& found) {
  wake(now);
  if (!reserving_.empty() && next_reserved(channel, now, found)) return true;
  for (unsigned left = ready_priorities_; left != 0;) {
    const unsigned priority = 31U - static_cast<unsigned>(__builtin_clz(left));
    if (next_of(circles_[priority], channel, now, found)) return true;
    left &= ~(1U << priority);
  }
  return false;
}

bool LaneScheduler::next_reserved(unsigned channel, TimePs now, Next& found) {
  while (const auto lane = most_behind(channel, now)) {
    if (try_lane(*lane, now, found)) return true;
    if (reserving_.contains(*lane)) break;
  }
  return false;
}

// Of those that have earned their next packet, the first that earns another one.
std::optional<unsigned> LaneScheduler::most_behind(unsigned channel, TimePs now) const {
  std::optional<unsigned> found;
  std::int64_t soonest_ns = 0;
  for (auto at = reserving_.at_or_after(0); at; at = reserving_.at_or_after(*at + 1)) {
    const Lane& lane = lanes_[*at];
    if ((lane.config.channels >> channel & 1) == 0) continue;
    const std::uint32_t bytes = std::max(next_bytes(lane), lane.config.min_packet_bytes);
    if (lane.reserved->ready(bytes, now) > now) continue;
    const auto earned = static_cast<std::int64_t>(lane.reserved->bytes(now));
    const std::int64_t missing_bits = 8 * (2 * std::int64_t{bytes} - earned);
    const std::int64_t due_ns =
        missing_bits * 1'000'000'000 / static_cast<std::int64_t>(lane.config.min_reserved_rate_bps);
    if (!found || due_ns < soonest_ns) {
      found = *at;
      soonest_ns = due_ns;
    }
  }
  return found;
}

// From the lane whose turn it is next to the one before it.
bool LaneScheduler::next_of(Circle& circle, unsigned channel, TimePs now, Next& found) {
  if (go_on(circle, channel, now, found)) return true;
  const unsigned turn = circle.turn;
  const auto end = static_cast<unsigned>(lanes_.size());
  return next_within(circle, turn, end, channel, now, found) ||
         next_within(circle, 0, turn, channel, now, found);
}

bool LaneScheduler::next_within(Circle& circle, unsigned from, unsigned until, unsigned channel,
                                TimePs now, Next& found) {
  auto lane = circle.ready.at_or_after(from);
  for (; lane && *lane < until; lane = circle.ready.at_or_after(*lane + 1)) {
    if ((lanes_[*lane].config.channels >> channel & 1) == 0) continue;
    if (!try_lane(*lane, now, found)) continue;
    circle.turn = *lane + 1 < lanes_.size() ? *lane + 1 : 0;
    circle.turn_bytes = std::max(circle.turn_bytes, found.packet.packet->size_bytes);
    lanes_[*lane].balance += circle.turn_bytes;
    pay(circle, channel, found);
    return true;
  }
  return false;
}

// Who is not done with its turn on the channel.
bool LaneScheduler::go_on(Circle& circle, unsigned channel, TimePs now, Next& found) {
  if (channel >= circle.holders.size() || circle.holders[channel] == kNobody) return false;
  const unsigned index = circle.holders[channel];
  Lane& lane = lanes_[index];
  if (lane.balance > 0 && circle.ready.contains(index) && try_lane(index, now, found)) {
    pay(circle, channel, found);
    return true;
  }
  lane.balance = std::min<std::int64_t>(lane.balance, 0);
  circle.holders[channel] = kNobody;
  return false;
}

void LaneScheduler::pay(Circle& circle, unsigned channel, const Next& next) {
  std::int64_t& balance = lanes_[next.lane].balance;
  balance -= next.packet.packet->size_bytes;
  if (!circle.ready.contains(next.lane)) {
    balance = std::min<std::int64_t>(balance, 0);
  }
  if (channel >= circle.holders.size()) {
    circle.holders.resize(channel + 1, kNobody);
  }
  circle.holders[channel] = balance > 0 ? next.lane : kNobody;
}

// False: the queue's law dropped all of it, or left a packet that has to wait.
bool LaneScheduler::try_lane(unsigned index, TimePs now, Next& found) {
  Lane& lane = lanes_[index];
  found.lane = index;
  found.was_delayed = false;
  if (lane.staged.packet) {
    lane.discipline->catch_up(now);  // before its tokens are taken
    found.packet = std::move(lane.staged);
  } else {
    found.packet = lane.discipline->dequeue(now);
  }
  if (!found.packet.packet) {
    settle(index, now);
    return false;
  }
  const std::uint32_t bytes = found.packet.packet->size_bytes;
  if (lane.rates && bytes > lane.cleared_bytes && lane.rates->shaper.ready(bytes, now) > now) {
    lane.staged = std::move(found.packet);
    settle(index, now);
    return false;
  }
  if (lane.rates) {
    lane.rates->shaper.take(bytes, now);
    found.was_delayed = found.packet.enqueued < lane.held_until;
  }
  if (lane.reserved) {
    lane.reserved->take_at_most(std::max(bytes, lane.config.min_packet_bytes), now);
  }
  settle(index, now);
  return true;
}

}  // namespace docsis_vp::cmts
