#include "models/queue/multi_queue.h"

#include <algorithm>
#include <utility>

#include "models/aqm/pie/pie_params.h"
#include "platform/base/errors.h"

namespace docsis_vp::queue {

namespace {

constexpr std::uint32_t kBatch = 64;

void check(const MultiQueueConfig& config, const std::string& pointer) {
  if (config.queues < 1 || config.queues > 65'536) {
    throw ConfigError(pointer + "/queues", "expected 1 to 65536");
  }
  if (config.quantum_bytes < 64 || config.quantum_bytes > 1'000'000) {
    throw ConfigError(pointer + "/quantum_bytes", "expected 64 to 1000000 bytes");
  }
}

FlowQueues::Hash hash_of(const DisciplineConfig& config) {
  return config.law.in_gates ? installed_gates(config.pointer + "/engine").flow_hash : flow_hash;
}

// Returns null if the model decides. RTL exists for ServiceOrder::kInOrder only.
std::unique_ptr<TurnsInGates> scheduler_in_gates(const Manager& manager,
                                                 const DisciplineConfig& config) {
  if (!config.law.in_gates || manager.service_order != ServiceOrder::kInOrder) {
    return nullptr;
  }
  if (config.multi.queues != TurnsInGates::kQueues) {
    throw ConfigError(config.pointer + "/queues", "expected 32 with the engine rtl");
  }
  return installed_gates(config.pointer + "/engine").turns(config.multi.quantum_bytes);
}

// The hash may have RTL while the manager's law has none.
bool law_is_in_gates(const DisciplineConfig& config) {
  return config.law.in_gates &&
         installed_gates(config.pointer + "/engine").law(config.law.algorithm.c_str()) != nullptr;
}

// No single queue knows its part of the service flow's bucket.
void refuse_token_bucket(const Manager& manager, const DisciplineConfig& config) {
  const aqm_algorithm& law = *aqm_find(std::string(manager.law).c_str());
  const bool is_pie = law.options == pie_options || law.options == pie_draft_options;
  if (is_pie && !config.law.options.empty() &&
      config.law.options[PIE_ESTIMATOR] == PIE_BY_TOKEN_BUCKET) {
    throw ConfigError(config.pointer + "/estimator",
                      "expected timestamp or departure_rate, one bucket serves several queues");
  }
}

// Returns the settings of one queue's own law, with its part of the buffer. Managers that drop at
// the head of the longest queue admit a new packet first, whatever the length of its queue.
LawConfig law_of_one_queue(const Manager& manager, const DisciplineConfig& config) {
  LawConfig law = config.law;
  law.in_gates = law_is_in_gates(config);
  if (const aqm_algorithm* known = aqm_find(law.algorithm.c_str());
      known != nullptr && law.options.empty()) {
    law.options = default_options(&manager, *known);
  }
  if (manager.use == LawUse::kScaled) {
    return law;
  }
  if (config.multi.queue_share != 0) {
    law.settings.buffer_bytes /= config.multi.queue_share;
    law.settings.buffer_packets =
        (law.settings.buffer_packets + config.multi.queue_share - 1) / config.multi.queue_share;
  } else if (manager.overflow == Overflow::kHead) {
    law.settings.buffer_bytes = UINT32_MAX;
    law.settings.buffer_packets = 0;
  }
  return law;
}

}  // namespace

MultiQueue::MultiQueue(const Manager& manager, const DisciplineConfig& config,
                       const FlowTable& flows, DisciplineListener& listener)
    : MultiQueue(manager,
                 Law((check(config.multi, config.pointer), refuse_token_bucket(manager, config),
                      law_of_one_queue(manager, config)),
                     config.pointer),
                 config, flows, listener) {}

MultiQueue::MultiQueue(const Manager& manager, const Law& law, const DisciplineConfig& config,
                       const FlowTable& flows, DisciplineListener& listener)
    : Discipline(config.update_phase, law.interval()),
      manager_(manager),
      config_(config.multi),
      buffer_bytes_(config.law.settings.buffer_bytes),
      buffer_packets_(config.law.settings.buffer_packets),
      law_(law),
      flow_queues_(flows, config.multi.queues, config.multi.perturbation, hash_of(config),
                   config.multi.headers),
      listener_(listener),
      bins_(config.multi.queues),
      scheduler_(manager.service_order, config.multi, scheduler_in_gates(manager, config)) {
  const std::uint32_t laws = manager.use == LawUse::kScaled ? 1 : config.multi.queues;
  states_.assign(laws, law_.initial_state());
  randoms_.reserve(laws);
  for (std::uint32_t i = 0; i < laws; ++i) {
    randoms_.emplace_back(config.seed, config.random_stream + "/" + std::to_string(i));
  }
}

// The packet itself may be the one dropped: then it was never queued.
void MultiQueue::accept(PacketHandle packet, TimePs now, const PacketTally& ahead) {
  const std::uint32_t queue = flow_queues_.of(*packet);
  const aqm_verdict verdict = judge(queue, *packet, now, ahead);
  if (verdict == AQM_DROP || verdict == AQM_DROP_FULL) {
    listener_.dropped(*packet, verdict,
                      verdict == AQM_DROP ? Shortage::kNone : shortage_for(queue, *packet, ahead));
    return;
  }
  if (verdict == AQM_MARK) {
    packet->ecn = Ecn::kCe;
    listener_.marked(*packet);
  }
  total_.add(*packet);
  bytes_ += packet->size_bytes;
  ++packets_;
  arriving_ = &*packet;
  bins_[queue].push(std::move(packet), now);
  scheduler_.arrived(queue);
  if (longest_known_ && length(queue) > length(longest_)) {
    longest_ = queue;
  }
  make_room(ahead);
  if (arriving_ != nullptr) {
    bins_[queue].tail().write = listener_.admitted(*arriving_);
    arriving_ = nullptr;
  }
}

// Returns the state of the queue, or of all queues, for the law that judges the arriving packet. If
// the packet does not fit beside the packets `ahead`, no drop of queued packets can make room.
aqm_queue MultiQueue::seen(std::uint32_t queue, const Packet& packet, const PacketTally& ahead) {
  const Backlog& own = bins_[queue].backlog();
  const QueueLimits limits{buffer_bytes_, buffer_packets_};
  const auto packets_ahead = static_cast<std::uint32_t>(ahead.packets);
  if (shortage_of(limits, ahead.bytes, packets_ahead, packet.size_bytes) != Shortage::kNone) {
    aqm_queue full = own.as_seen_by_law();
    full.full = 1;
    return full;
  }
  if (manager_.use != LawUse::kScaled) {
    return own.as_seen_by_law();
  }
  aqm_queue seen = total_.as_seen_by_law();
  seen.bytes += static_cast<std::uint32_t>(ahead.bytes);
  seen.packets += packets_ahead;
  if (own.bytes < bins_[longest()].backlog().bytes) {
    leave_room(seen, packet);
  }
  if (config_.queue_share != 0) {
    seen.full = shortage_of_share(own, packet) == Shortage::kNone ? 0 : 1;
  }
  return seen;
}

// The shared law must not drop for lack of room if a longer queue can make room.
void MultiQueue::leave_room(aqm_queue& seen, const Packet& packet) const {
  if (buffer_bytes_ != 0) {
    const std::uint64_t most =
        buffer_bytes_ - std::min<std::uint64_t>(buffer_bytes_, packet.size_bytes);
    seen.bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(seen.bytes, most));
  }
  if (buffer_packets_ != 0) {
    seen.packets = std::min(seen.packets, buffer_packets_ - 1);
  }
}

// Applies the same division of the buffer as law_of_one_queue().
Shortage MultiQueue::shortage_of_share(const Backlog& own, const Packet& packet) const {
  const std::uint32_t share = config_.queue_share;
  const std::uint32_t most_packets = (buffer_packets_ + share - 1) / share;
  const std::uint64_t most_bytes =
      buffer_bytes_ == 0 ? 0 : std::max<std::uint64_t>(1, buffer_bytes_ / share);
  return shortage_of({most_bytes, most_packets}, own.bytes, own.packets, packet.size_bytes);
}

Shortage MultiQueue::shortage_for(std::uint32_t queue, const Packet& packet,
                                  const PacketTally& ahead) const {
  if (config_.queue_share != 0) {
    const Shortage of_share = shortage_of_share(bins_[queue].backlog(), packet);
    if (of_share != Shortage::kNone) {
      return of_share;
    }
  }
  return shortage_of({buffer_bytes_, buffer_packets_}, bytes_ + ahead.bytes,
                     packets_ + static_cast<std::uint32_t>(ahead.packets), packet.size_bytes);
}

aqm_verdict MultiQueue::judge(std::uint32_t queue, const Packet& packet, TimePs now,
                              const PacketTally& ahead) {
  const aqm_packet judged = as_judged(packet, now, now);
  RandomStream& random = randoms_[randoms_.size() == 1 ? 0 : queue];
  const std::uint32_t word = random.next_u32();
  return manager_.use == LawUse::kScaled
             ? judge_by_share(queue, seen(queue, packet, ahead), judged, word)
             : law_.enqueue(states_[queue], seen(queue, packet, ahead), judged, word);
}

// For an empty queue the law sees an empty queue, so that it does not drop. If the buffer is full,
// the longest queue makes room.
aqm_verdict MultiQueue::judge_by_share(std::uint32_t queue, aqm_queue seen,
                                       const aqm_packet& judged, std::uint32_t random) {
  LawState& state = states_.front();
  const std::uint64_t own = bins_[queue].backlog().bytes;
  if (own == 0) {
    aqm_queue empty{};
    empty.full = seen.full;
    return law_.enqueue(state, empty, judged, random);
  }
  aqm_law& words = Law::words(state);
  const std::uint32_t whole = words.drop_prob_q28;
  const std::uint64_t longest_bytes = bins_[longest()].backlog().bytes;
  const auto share = static_cast<std::uint32_t>(whole * own / longest_bytes);
  words.drop_prob_q28 = share;
  const aqm_verdict verdict = law_.enqueue(state, seen, judged, random);
  if (words.drop_prob_q28 == share) {
    words.drop_prob_q28 = whole;  // otherwise the law has restarted
  }
  return verdict;
}

QueuedPacket MultiQueue::take(TimePs now) {
  const auto head_bytes = [this](std::uint32_t queue) -> std::uint32_t {
    return bins_[queue].empty() ? 0 : bins_[queue].head().packet->size_bytes;
  };
  std::uint32_t queue = scheduler_.next(head_bytes);
  for (; queue != DeficitRoundRobin::kNone; queue = scheduler_.next(head_bytes)) {
    while (!bins_[queue].empty()) {
      QueuedPacket entry = take_head(queue);
      if (!passes_head(queue, entry, now)) {
        continue;
      }
      scheduler_.sent(queue, entry.packet->size_bytes);
      if (manager_.service_order == ServiceOrder::kInOrder && bins_[queue].empty()) {
        found_empty(queue, now);
      }
      return entry;
    }
    found_empty(queue, now);
  }
  return {};
}

// An empty queue ends the law's memory of an episode (RFC 8289 sec. 5.5, "dodequeue"). Otherwise an
// occasional packet would look like a standing queue. The law sees a packet that has not waited.
void MultiQueue::found_empty(std::uint32_t queue, TimePs now) {
  scheduler_.found_empty(queue);
  if (manager_.use == LawUse::kPerQueue && law_.judges_head()) {
    aqm_packet nothing{};
    nothing.enqueued_us = to_us32(now);
    law_.dequeue(state_of(queue), aqm_queue{}, nothing, nothing.enqueued_us);
  }
}

// CoDel's rule never to drop the last MTU concerns the whole backlog of the link (RFC 8290 sec.
// 4.2; the ns-2 code too). Laws at the head therefore see the whole backlog.
bool MultiQueue::passes_head(std::uint32_t queue, QueuedPacket& entry, TimePs now) {
  const std::uint32_t now_us = to_us32(now);
  const aqm_packet judged = as_judged(*entry.packet, entry.enqueued, now);
  LawState& state = state_of(queue);
  if (law_.judges_head()) {
    const aqm_verdict verdict = law_.dequeue(state, total_.as_seen_by_law(), judged, now_us);
    if (verdict == AQM_DROP || verdict == AQM_DROP_FULL) {
      listener_.dropped(*entry.packet, verdict, Shortage::kNone);
      return false;
    }
    if (verdict == AQM_MARK) {
      entry.packet->ecn = Ecn::kCe;
      listener_.marked(*entry.packet);
    }
  }
  if (law_.watches_departures()) {
    const Backlog& left = manager_.use == LawUse::kScaled ? total_ : bins_[queue].backlog();
    law_.departed(state, left.as_seen_by_law(), judged, now_us);
  }
  return true;
}

QueuedPacket MultiQueue::take_head(std::uint32_t queue) {
  QueuedPacket entry = bins_[queue].pop();
  remove(queue, *entry.packet);
  return entry;
}

void MultiQueue::remove(std::uint32_t queue, const Packet& packet) {
  total_.remove(packet);
  bytes_ -= packet.size_bytes;
  --packets_;
  longest_known_ = longest_known_ && queue != longest_;
}

Shortage MultiQueue::excess(const PacketTally& ahead) const {
  if (buffer_bytes_ != 0 && bytes_ + ahead.bytes > buffer_bytes_) {
    return Shortage::kBytes;
  }
  return buffer_packets_ != 0 && packets_ + ahead.packets > buffer_packets_ ? Shortage::kPackets
                                                                            : Shortage::kNone;
}

void MultiQueue::make_room(const PacketTally& ahead) {
  for (Shortage shortage = excess(ahead); shortage != Shortage::kNone && packets_ > 0;
       shortage = excess(ahead)) {
    const std::uint32_t queue = longest();
    if (manager_.overflow == Overflow::kHead) {
      drop_batch_at_head(queue, shortage);
    } else {
      drop_to_make_room(queue, bins_[queue].pop_tail(), shortage);
    }
  }
}

// RFC 8290 sec. 4.1.2.
void MultiQueue::drop_batch_at_head(std::uint32_t queue, Shortage shortage) {
  const std::uint64_t enough = bins_[queue].backlog().bytes / 2;
  std::uint32_t dropped = 0;
  do {
    drop_to_make_room(queue, bins_[queue].pop(), shortage);
    ++dropped;
  } while (dropped < kBatch && bins_[queue].backlog().bytes > enough);
  if (manager_.use == LawUse::kPerQueue) {
    law_.overflowed(state_of(queue), dropped);
  }
}

void MultiQueue::drop_to_make_room(std::uint32_t queue, const QueuedPacket& entry,
                                   Shortage shortage) {
  remove(queue, *entry.packet);
  if (&*entry.packet == arriving_) {
    arriving_ = nullptr;
  }
  listener_.dropped(*entry.packet, AQM_DROP_FULL, shortage);
}

std::uint64_t MultiQueue::length(std::uint32_t queue) const {
  const Backlog& backlog = bins_[queue].backlog();
  return manager_.longest_by == Length::kPackets ? backlog.packets : backlog.bytes;
}

// Returns the first of several queues of equal length.
std::uint32_t MultiQueue::longest() {
  if (!longest_known_) {
    longest_ = 0;
    for (std::uint32_t queue = 1; queue < bins_.size(); ++queue) {
      longest_ = length(queue) > length(longest_) ? queue : longest_;
    }
    longest_known_ = true;
  }
  return longest_;
}

void MultiQueue::clamp_times(TimePs now) {
  for (LawState& state : states_) {
    law_.clamp_times(state, now);
  }
}

void MultiQueue::update(TimePs now) {
  const std::uint32_t now_us = to_us32(now);
  if (manager_.use == LawUse::kScaled) {
    law_.update(states_.front(), total_.as_seen_by_law(), now_us);
    return;
  }
  for (std::uint32_t queue = 0; queue < config_.queues; ++queue) {
    law_.update(states_[queue], bins_[queue].backlog().as_seen_by_law(), now_us);
  }
}

}  // namespace docsis_vp::queue
