#include "models/queue/dual_queue.h"

#include <algorithm>
#include <utility>

#include "platform/base/errors.h"

namespace docsis_vp::queue {

namespace {

constexpr TimePs kUpdateInterval = DUAL_QUEUE_UPDATE_INTERVAL_US * kPsPerUs;
constexpr std::uint32_t kVqIntervalMaxUs = 1'000'000;

std::uint64_t to_ns(TimePs time) {
  return static_cast<std::uint64_t>(time / kPsPerNs);
}

}  // namespace

dual_queue_params DualQueue::checked(const DualQueueConfig& config) {
  dual_queue_params params;
  const char* refused = dual_queue_params_init(&params, &config.law);
  if (refused == nullptr) {
    refused = latency_histogram_check(&config.histogram);
  }
  if (refused == nullptr &&
      (config.vq_interval_us == 0 || config.vq_interval_us > kVqIntervalMaxUs)) {
    refused = "vq_interval_us: expected 1..1000000";
  }
  if (refused != nullptr) {
    const std::string says = refused;  // "key: expected ..."
    const std::size_t colon = says.find(": ");
    throw ConfigError(config.pointer + "/" + says.substr(0, colon), says.substr(colon + 2));
  }
  return params;
}

DualQueue::DualQueue(const DualQueueConfig& config, const FlowTable& flows,
                     const PartClassifier& classifier, DualQueueListener& listener)
    : Discipline(config.update_phase, config.law_apart ? 0 : kUpdateInterval),
      params_(checked(config)),
      flows_(flows),
      classifier_(classifier),
      listener_(listener),
      random_(config.seed, config.random_stream + "/0"),
      turns_(params_.rates.weight),
      edges_(config.histogram),
      identities_(flows, config.flow_salt),
      vq_interval_(config.vq_interval_us * kPsPerUs),
      next_alignment_(params_.virtual_estimate != 0 && !config.law_apart ? vq_interval_ : kNever) {
  dual_queue_state_init(&state_);
  for (latency_histogram& histogram : histograms_) {
    latency_histogram_clear(&histogram);
  }
}

// Between two events nothing is queued or taken: alignments that fell due are made up for.
void DualQueue::align_until(TimePs now) {
  for (; next_alignment_ <= now; next_alignment_ += vq_interval_) {
    dual_queue_align(&state_, &params_, seen(Part::kLowLatency).bytes);
  }
}

// A queue as its law sees it.
aqm_queue DualQueue::seen(Part part) const {
  aqm_queue queue = bin(part).backlog().as_seen_by_law();
  queue.bytes += static_cast<std::uint32_t>(unsent_[index(part)].bytes);
  queue.packets += static_cast<std::uint32_t>(unsent_[index(part)].packets);
  return queue;
}

// Packets that left and occupy the buffer are known by set_unsent().
void DualQueue::accept(PacketHandle packet, TimePs now, const PacketTally& /*ahead*/) {
  align_until(now);
  if (classifier_.part_of(*packet) == Part::kLowLatency) {
    accept_low_latency(std::move(packet), now);
  } else {
    accept_classic(std::move(packet), now);
  }
}

void DualQueue::accept_low_latency(PacketHandle packet, TimePs now) {
  aqm_queue queue = seen(Part::kLowLatency);
  const Shortage of_memory = listener_.shortage(Part::kLowLatency, *packet);
  queue.full = of_memory == Shortage::kNone ? 0 : 1;
  const dual_queue_packet judged{to_ns(now), identities_.of(*packet), packet->size_bytes,
                                 static_cast<std::uint8_t>(packet->ecn)};
  const dual_queue_decision decision = dual_queue_arrive_ll(&state_, &params_, &queue, &judged);
  last_estimate_ = static_cast<TimePs>(decision.delay_ns) * kPsPerNs;
  if (decision.verdict != DUAL_QUEUE_REDIRECT) {
    const bool of_packets = of_memory == Shortage::kPackets;
    settle(decision, Part::kLowLatency, of_packets ? Shortage::kPackets : Shortage::kBytes,
           std::move(packet), now);
    return;
  }
  if (decision.mark != 0) {
    packet->ecn = Ecn::kCe;
    listener_.marked(*packet);
  }
  remark(*packet);
  listener_.redirected(*packet);
  accept_classic(std::move(packet), now);
}

void DualQueue::accept_classic(PacketHandle packet, TimePs now) {
  aqm_queue queue = seen(Part::kClassic);
  const Shortage of_memory = listener_.shortage(Part::kClassic, *packet);
  queue.full = of_memory == Shortage::kNone ? 0 : 1;
  const dual_queue_packet judged{to_ns(now), 0, packet->size_bytes,
                                 static_cast<std::uint8_t>(packet->ecn)};
  const Shortage shortage =
      shortage_of({params_.classic.buffer_bytes, params_.classic.limit_packets}, queue.bytes,
                  queue.packets, packet->size_bytes);
  settle(dual_queue_arrive_classic(&state_, &params_, &queue, &judged, random_.next_u32()),
         Part::kClassic, std::max(of_memory, shortage), std::move(packet), now);
}

void DualQueue::settle(const dual_queue_decision& decision, Part part, Shortage shortage,
                       PacketHandle packet, TimePs now) {
  if (decision.verdict == DUAL_QUEUE_DROP || decision.verdict == DUAL_QUEUE_DROP_FULL) {
    const bool is_full = decision.verdict == DUAL_QUEUE_DROP_FULL;
    listener_.dropped(*packet, is_full ? AQM_DROP_FULL : AQM_DROP,
                      is_full ? shortage : Shortage::kNone);
    return;
  }
  if (decision.mark != 0) {
    packet->ecn = Ecn::kCe;
    listener_.marked(*packet);
  }
  if (bin(part).empty()) {
    part == Part::kLowLatency ? turns_.first_became_busy() : turns_.second_became_busy();
  }
  bytes_ += packet->size_bytes;
  ++packets_;
  const std::uint64_t write = listener_.admitted(*packet);
  bin(part).push(std::move(packet), now, write);
}

void DualQueue::remark(Packet& packet) const {
  TosOverwrite by;
  if (params_.remark_dscp != DUAL_QUEUE_ABSENT) {
    by.and_mask &= 0x03;
    by.or_mask |= static_cast<std::uint8_t>(params_.remark_dscp << 2);
  }
  if (params_.remark_ecn != DUAL_QUEUE_ABSENT && packet.ecn != Ecn::kCe) {
    by.and_mask &= 0xFC;
    by.or_mask |= static_cast<std::uint8_t>(params_.remark_ecn);
  }
  packet.overwrite_tos(by, &flows_);
}

QueuedPacket DualQueue::pop(Part part, TimePs now) {
  if (bin(part).empty()) {
    return {};
  }
  const bool both = !bins_[0].empty() && !bins_[1].empty();
  QueuedPacket entry = bin(part).pop();
  if (both) {
    part == Part::kLowLatency ? turns_.first_sent(entry.packet->size_bytes)
                              : turns_.second_sent(entry.packet->size_bytes);
  }
  bytes_ -= entry.packet->size_bytes;
  --packets_;
  latency_histogram_count(&histograms_[index(part)], &edges_, to_ns(now - entry.enqueued));
  return entry;
}

QueuedPacket DualQueue::take(TimePs now) {
  align_until(now);
  const bool has_low_latency = !bin(Part::kLowLatency).empty();
  if (!has_low_latency || bin(Part::kClassic).empty()) {
    return pop(has_low_latency ? Part::kLowLatency : Part::kClassic, now);
  }
  return pop(turn(), now);
}

QueuedPacket DualQueue::dequeue_from(Part part, TimePs now) {
  run_law_until(now);
  align_until(now);
  return pop(part, now);
}

void DualQueue::sample_loop(TimePs loop_delay, TimePs now) {
  run_law_until(now);
  align_until(now);
  const std::uint64_t loop_ns = std::min<std::uint64_t>(to_ns(loop_delay), UINT32_MAX);
  dual_queue_sample_loop(&state_, &params_, static_cast<std::uint32_t>(loop_ns));
}

void DualQueue::set_unsent(Part part, const PacketTally& unsent, TimePs now) {
  run_law_until(now);
  align_until(now);
  unsent_[index(part)] = unsent;
}

void DualQueue::update(TimePs) {
  const aqm_queue queue = seen(Part::kClassic);
  classic_delay_ = dual_queue_classic_delay_us(&state_, &params_, &queue) * kPsPerUs;
  dual_queue_update(&state_, &params_, &queue);
  note_update();
}

void DualQueue::note_update() {
  coupled_sum_q32_ += state_.coupled_q32;
  ++updates_;
}

CoupledSnapshot DualQueue::latch_law() {
  return {state_.classic.law, seen(Part::kClassic).bytes, std::exchange(state_.interval_bytes, 0U)};
}

bool DualQueue::commit_law(const aqm_law& law, std::uint64_t coupled_q32) {
  const bool all_taken = dual_queue_commit(&state_, &law, coupled_q32) != 0;
  classic_delay_ = TimePs{law.qdelay_old_us} * kPsPerUs;
  note_update();
  return all_taken;
}

AlignmentSnapshot DualQueue::latch_alignment() const {
  const virtual_queue_alignment& alignment = state_.alignment;
  return {seen(Part::kLowLatency).bytes,
          static_cast<std::uint32_t>(alignment.loop_delay_ns_q16 >> 16),
          alignment.loop_is_known != 0};
}

void DualQueue::align(std::uint64_t least_ns) {
  virtual_queue_align(&state_.vq, least_ns);
}

LawSample DualQueue::law_at(TimePs) const {
  return {true, state_.classic.law.drop_prob_q28 * 0x1p-28, classic_delay_};
}

const dual_queue_counters& DualQueue::counters(Part part) const {
  return part == Part::kLowLatency ? state_.ll_counters : state_.classic_counters;
}

TimePs DualQueue::quantile(Part part, std::uint32_t millionths) const {
  return static_cast<TimePs>(latency_histogram_quantile_ns(&histogram(part), &edges_, millionths)) *
         kPsPerNs;
}

double DualQueue::mean_coupled_probability() const {
  return updates_ == 0
             ? 0
             : static_cast<double>(coupled_sum_q32_) * 0x1p-32 / static_cast<double>(updates_);
}

double DualQueue::coupled_probability() const {
  return static_cast<double>(state_.coupled_q32) * 0x1p-32;
}

}  // namespace docsis_vp::queue
