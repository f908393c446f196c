#include "models/cm/transmit_queue/transmit_queue.h"

#include <algorithm>
#include <string>
#include <utility>

#include "platform/base/errors.h"

namespace docsis_vp::cm {

TransmitQueue::TransmitQueue(const Place& place, const TransmitQueueConfig& config,
                             QueueMemory& memory, Shaper& shaper)
    : place_(place),
      config_(config),
      most_packets_(config.most_packets()),
      memory_(memory),
      shaper_(shaper) {
  if (most_packets_ < 1) {
    throw ConfigError("/service_flows/" + std::to_string(place.flow) + "/transmit_queue/packets",
                      "must be at least 1");
  }
}

void TransmitQueue::connect(DequeueAqm& law, ManagerListener& listener) {
  law_ = &law;
  listener_ = &listener;
}

void TransmitQueue::write(PacketHandle packet, TimePs accepted, TimePs now) {
  const WriteNumber write = memory_.store(place_.flow, *packet, accepted);
  shaping_.push_back({std::move(packet), accepted, write});
  if (config_.holds_next && gone_at_ == now) {
    next_ = now;
    return;
  }
  advance(now);
}

void TransmitQueue::advance(TimePs now) {
  next_ = kNever;
  while (!(config_.back_pressure && is_full()) && take_next(now)) {
    const TimePs ready = shaper_.ready(place_.flow, shaping_.front().packet->size_bytes, now);
    if (ready > now) {
      held_until_ = next_ = ready;
      return;
    }
    go_over(now);
    if (config_.holds_next) {
      next_ = shaping_.empty() ? kNever : now;
      return;
    }
  }
}

// True if a packet waits for tokens.
bool TransmitQueue::take_next(TimePs now) {
  if (!config_.holds_next) {
    return !shaping_.empty();
  }
  while (!holds_first_ && !shaping_.empty()) {
    holds_first_ = first_passes(now);
  }
  if (holds_first_) {
    shaper_.hold(place_.flow, shaping_.front().packet->size_bytes);
  }
  return holds_first_;
}

bool TransmitQueue::first_passes(TimePs now) {
  if (!law_drops(*shaping_.front().packet, shaping_.front().accepted, now)) {
    return true;
  }
  const queue::Descriptor gone = shaping_.pop_front();
  memory_.discard(place_.flow, *gone.packet, now);
  return false;
}

// Moves the first packet, which the buckets hold, to the transmit queue.
void TransmitQueue::go_over(TimePs now) {
  if (!config_.holds_next && !first_passes(now)) {
    return;
  }
  queue::Descriptor next = shaping_.pop_front();
  Packet& packet = *next.packet;
  shaper_.hold(place_.flow, 0);
  holds_first_ = false;
  gone_at_ = now;
  shaper_.take_tokens(place_.flow, packet.size_bytes, now);
  if (next.accepted < held_until_) {
    shaper_.note_delayed(place_.flow);
  }
  if (is_full()) {
    counters_.drops.add(packet.size_bytes);
    memory_.discard(place_.flow, packet, now);
    listener_->judged_queued(place_.flow, packet, {AQM_DROP_FULL, queue::Shortage::kPackets}, now);
    return;
  }
  const std::uint32_t bytes = packet.size_bytes;
  entries_.push_back({packet.id, next.accepted, now});
  memory_.choose(place_.flow, std::move(next));
  counters_.peak_packets = std::max(counters_.peak_packets, packets());
  shaper_.release_packet(place_.flow, bytes, now);
}

bool TransmitQueue::law_drops(Packet& packet, TimePs accepted, TimePs now) {
  if (!law_->judges_heads(place_.flow)) {
    return false;
  }
  const TimePs ahead = place_.sojourn == Sojourn::kWhole ? last_.transmit : 0;
  const aqm_verdict verdict = law_->judge_head(place_.flow, packet, accepted - ahead, {}, now);
  if (verdict != AQM_DROP && verdict != AQM_DROP_FULL) {
    return false;
  }
  law_->head_dropped(place_.flow, packet);
  return true;
}

// Skips the entries of packets that were given up.
void TransmitQueue::departed(const Packet& packet, TimePs now) {
  while (entries_.front().packet_id != packet.id) {
    entries_.pop_front();
  }
  const Entry entry = entries_.pop_front();
  last_ = {entry.entered - entry.accepted, now - entry.entered};
  if (now >= place_.stats_from) {
    counters_.shaping_ps.add(static_cast<std::uint64_t>(last_.shaping));
    counters_.waiting_ps.add(static_cast<std::uint64_t>(last_.transmit));
  }
}

}  // namespace docsis_vp::cm
