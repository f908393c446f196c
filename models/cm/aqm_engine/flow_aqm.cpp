#include "models/cm/aqm_engine/flow_aqm.h"

#include <algorithm>

namespace docsis_vp::cm {

FlowAqm::FlowAqm(const FlowAqmConfig& config, std::uint64_t seed, const std::string& pointer)
    : settings_(config.settings),
      random_(seed, config.random_stream),
      law_({config.algorithm, config.settings, config.options, config.custom, config.in_gates},
           pointer),
      state_(law_.initial_state()),
      law_state_(law_.initial_state()) {}

aqm_packet FlowAqm::as_judged(const Packet& packet, TimePs accepted, TimePs at) {
  const bool hashes = law_.reads_flow_hash() && identities_.has_value();
  const std::uint64_t identity = hashes ? identities_->of(packet) : 0;
  return queue::as_judged(packet, accepted, at, static_cast<std::uint32_t>(identity));
}

aqm_verdict FlowAqm::decide(const aqm_queue& queue, Packet& packet, TimePs arrived,
                            queue::Shortage of_memory) {
  const aqm_packet judged = as_judged(packet, arrived, arrived);
  const std::uint32_t word = random_.next_u32();
  const aqm_verdict verdict = law_.enqueue(state_, queue, judged, word);
  if (verdict == AQM_MARK) {
    packet.ecn = Ecn::kCe;
  }
  const bool full = verdict == AQM_DROP_FULL;
  count_arrival(packet, {verdict,
                         full ? std::max(of_memory, shortage_by_limits(queue, packet))
                              : queue::Shortage::kNone,
                         word});
  return verdict;
}

void FlowAqm::count_arrival(const Packet& packet, Judgement judgement) {
  counters_.offered.add(packet.size_bytes);
  last_word_ = judgement.random;
  switch (judgement.verdict) {
    case AQM_MARK:
      counters_.aqm_marks.add(packet.size_bytes);
      [[fallthrough]];
    case AQM_ACCEPT:
      counters_.accepted.add(packet.size_bytes);
      break;
    case AQM_DROP:
      counters_.aqm_drops.add(packet.size_bytes);
      break;
    case AQM_DROP_FULL:
      count_full(packet, judgement.shortage);
      break;
  }
}

void FlowAqm::count_queued(const Packet& packet, Judgement judgement) {
  if (judgement.verdict == AQM_MARK) {
    counters_.aqm_marks.add(packet.size_bytes);
  } else if (judgement.verdict == AQM_DROP) {
    counters_.head_drops.add(packet.size_bytes);
  } else if (judgement.verdict == AQM_DROP_FULL) {
    count_full(packet, judgement.shortage);
  }
}

void FlowAqm::count_redirect(const Packet& packet, aqm_verdict verdict) {
  counters_.offered.add(packet.size_bytes);
  counters_.redirects.add(packet.size_bytes);
  if (verdict == AQM_MARK) {
    counters_.aqm_marks.add(packet.size_bytes);
  }
}

void FlowAqm::count_full(const Packet& packet, queue::Shortage shortage) {
  counters_.buffer_drops.add(packet.size_bytes);
  if (shortage == queue::Shortage::kPackets) {
    counters_.descriptor_drops.add(packet.size_bytes);
  }
}

aqm_verdict FlowAqm::judge_head(const aqm_queue& behind, const Packet& packet, TimePs accepted,
                                TimePs at) {
  return law_.dequeue(state_, behind, as_judged(packet, accepted, at), to_us32(at));
}

void FlowAqm::note_head(Packet& packet, aqm_verdict verdict) {
  if (verdict == AQM_MARK) {
    packet.ecn = Ecn::kCe;
    count_queued(packet, verdict);
  }
}

void FlowAqm::departed(const aqm_queue& behind, const Packet& packet, TimePs accepted, TimePs at) {
  law_.departed(state_, behind, as_judged(packet, accepted, at), to_us32(at));
}

void FlowAqm::clamp_times(TimePs at) {
  law_.clamp_times(state_, at);
}

void FlowAqm::latch(const aqm_queue& queue, TimePs at) {
  latched_ = {queue, law(), at};
}

aqm_law FlowAqm::run_law() {
  const LawSnapshot& snapshot = read_snapshot();
  queue::Law::words(law_state_) = snapshot.law;
  law_.update(law_state_, snapshot.queue, to_us32(snapshot.at));
  return queue::Law::words(law_state_);
}

void FlowAqm::commit(const aqm_law& law) {
  ++counters_.updates;
  if (aqm_law_commit(&queue::Law::words(state_), &law) == 0) {
    ++counters_.commit_conflicts;
  }
}

void FlowAqm::mirror(const aqm_law& law) {
  ++counters_.updates;
  queue::Law::words(state_) = law;
}

aqm_law FlowAqm::law() const {
  return has_law() ? queue::Law::words(state_) : aqm_law{};
}

std::uint32_t FlowAqm::queue_delay_us(const aqm_queue& queue) const {
  return has_law() ? law_.queue_delay_us(state_, queue) : 0;
}

}  // namespace docsis_vp::cm
