#include "models/queue/single_queue.h"

#include <algorithm>
#include <utility>

namespace docsis_vp::queue {

SingleQueue::SingleQueue(Law law, const DisciplineConfig& config, const FlowTable& flows,
                         DisciplineListener& listener)
    : Discipline(config.update_phase, law.interval()),
      law_(std::move(law)),
      state_(law_.initial_state()),
      identities_(flows, static_cast<std::uint32_t>(config.seed)),
      random_(config.seed, config.random_stream + "/0"),
      limits_{config.law.settings.buffer_bytes, config.law.settings.buffer_packets},
      listener_(listener),
      foresees_(config.foresees) {}

aqm_queue SingleQueue::seen_at(TimePs now) const {
  aqm_queue queue = bin_.backlog().as_seen_by_law();
  if (tokens_ != nullptr) {
    queue.msr_tokens = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(tokens_->sustained_tokens(now), UINT32_MAX));
  }
  return queue;
}

aqm_packet SingleQueue::as_judged(const Packet& packet, TimePs enqueued, TimePs now) {
  const std::uint64_t identity = law_.reads_flow_hash() ? identities_.of(packet) : 0;
  return queue::as_judged(packet, enqueued, now, static_cast<std::uint32_t>(identity));
}

void SingleQueue::accept(PacketHandle packet, TimePs now, const PacketTally& ahead) {
  aqm_queue seen = seen_at(now);
  seen.bytes += static_cast<std::uint32_t>(ahead.bytes);
  seen.packets += static_cast<std::uint32_t>(ahead.packets);
  if (foresees_ && tokens_ != nullptr) {
    const TimePs leaves = tokens_->drained(bytes_ + ahead.bytes + packet->size_bytes, now);
    seen.predicted_delay_us = to_us32(leaves - now);
  }
  const aqm_verdict verdict =
      law_.enqueue(state_, seen, as_judged(*packet, now, now), random_.next_u32());
  if (verdict == AQM_DROP || verdict == AQM_DROP_FULL) {
    const Shortage shortage = verdict == AQM_DROP ? Shortage::kNone
                                                  : shortage_of(limits_, bytes_ + ahead.bytes,
                                                                seen.packets, packet->size_bytes);
    listener_.dropped(*packet, verdict, shortage);
    return;
  }
  if (verdict == AQM_MARK) {
    packet->ecn = Ecn::kCe;
    listener_.marked(*packet);
  }
  bytes_ += packet->size_bytes;
  ++packets_;
  const std::uint64_t write = listener_.admitted(*packet);
  bin_.push(std::move(packet), now, write);
}

QueuedPacket SingleQueue::pop() {
  QueuedPacket entry = bin_.pop();
  bytes_ -= entry.packet->size_bytes;
  --packets_;
  return entry;
}

QueuedPacket SingleQueue::take(TimePs now) {
  const std::uint32_t now_us = to_us32(now);
  while (!bin_.empty()) {
    QueuedPacket entry = pop();
    const aqm_packet judged = as_judged(*entry.packet, entry.enqueued, now);
    const aqm_queue behind = bin_.backlog().as_seen_by_law();
    if (law_.judges_head()) {
      const aqm_verdict verdict = law_.dequeue(state_, behind, judged, now_us);
      if (verdict == AQM_DROP || verdict == AQM_DROP_FULL) {
        listener_.dropped(*entry.packet, verdict, Shortage::kNone);
        continue;
      }
      if (verdict == AQM_MARK) {
        entry.packet->ecn = Ecn::kCe;
        listener_.marked(*entry.packet);
      }
    }
    if (law_.watches_departures()) {
      law_.departed(state_, behind, judged, now_us);
    }
    return entry;
  }
  return {};
}

LawSample SingleQueue::law_at(TimePs now) const {
  LawSample sample;
  sample.departure_rate_bytes_per_s = law_.departure_rate(state_, state_);
  if (law_.is_periodic()) {
    sample.is_periodic = true;
    sample.drop_probability = Law::words(state_).drop_prob_q28 * 0x1p-28;
    sample.predicted_delay = law_.queue_delay_us(state_, seen_at(now)) * kPsPerUs;
  }
  return sample;
}

void SingleQueue::clamp_times(TimePs now) {
  law_.clamp_times(state_, now);
}

void SingleQueue::update(TimePs now) {
  law_.update(state_, seen_at(now), to_us32(now));
}

}  // namespace docsis_vp::queue
