#include "models/cm/coupled_law/coupled_law.h"

#include <algorithm>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cm {

namespace {

constexpr unsigned kBehindEngine = 1;  // in phase kLatch
constexpr TimePs kCoupledInterval = DUAL_QUEUE_UPDATE_INTERVAL_US * kPsPerUs;

}  // namespace

CoupledLaw::CoupledLaw(const std::vector<AggregateQueue*>& aggregates,
                       platform::InstantSequencer& sequencer, AqmEngine& engine)
    : sequencer_(sequencer),
      engine_(engine),
      task_(sequencer.add(kLatch, kBehindEngine, [this] { latch(platform::now_ps()); })) {
  for (AggregateQueue* queue : aggregates) {
    const queue::DualQueueConfig& config = queue->config().queue;
    Part& part = parts_.emplace_back();
    part.queue = queue;
    part.next_update = config.update_phase % kCoupledInterval;
    part.next_alignment =
        queue->dual_queue().has_virtual_queue() ? config.vq_interval_us * kPsPerUs : kNever;
  }
  post_next();
}

const CoupledLaw::Part* CoupledLaw::part_of(const AggregateQueue& queue) const {
  const auto found = std::find_if(parts_.begin(), parts_.end(),
                                  [&queue](const Part& part) { return part.queue == &queue; });
  return found != parts_.end() ? &*found : nullptr;
}

const CoupledLaw::Counters* CoupledLaw::counters_of(const AggregateQueue& queue) const {
  const Part* part = part_of(queue);
  return part != nullptr ? &part->counters : nullptr;
}

const Histogram* CoupledLaw::update_latency_of(const AggregateQueue& queue) const {
  const Part* part = part_of(queue);
  return part != nullptr ? &part->update_latency_ps : nullptr;
}

void CoupledLaw::latch(TimePs now) {
  for (unsigned i = 0; i < parts_.size(); ++i) {
    const std::uint32_t bit = std::uint32_t{1} << i;
    latch_update(parts_[i], now, bit);
    latch_alignment(parts_[i], now, bit);
  }
  sequencer_.hold_from(kEnqueue);
  update_interrupt(now);
  post_next();
}

void CoupledLaw::latch_update(Part& part, TimePs now, std::uint32_t bit) {
  if (part.next_update > now) {
    return;
  }
  part.next_update += kCoupledInterval;
  part.counters.missed_updates += (update_pending_ & bit) != 0 ? 1U : 0U;
  part.update = part.queue->dual_queue().latch_law();
  part.updated = now;
  update_pending_ |= bit;
}

void CoupledLaw::latch_alignment(Part& part, TimePs now, std::uint32_t bit) {
  if (part.next_alignment > now) {
    return;
  }
  part.next_alignment += part.queue->config().queue.vq_interval_us * kPsPerUs;
  part.counters.missed_alignments += (align_pending_ & bit) != 0 ? 1U : 0U;
  part.align = part.queue->dual_queue().latch_alignment();
  align_pending_ |= bit;
}

void CoupledLaw::post_next() {
  TimePs next = kNever;
  for (const Part& part : parts_) {
    next = std::min({next, part.next_update, part.next_alignment});
  }
  sequencer_.post_at(task_, next);
}

void CoupledLaw::commit(unsigned number, const aqm_law& law, std::uint64_t coupled_q32, TimePs at) {
  Part& part = parts_[number];
  if (!part.queue->dual_queue().commit_law(law, coupled_q32)) {
    ++part.counters.commit_conflicts;
  }
  ++part.counters.updates;
  const std::uint32_t bit = std::uint32_t{1} << number;
  if ((update_pending_ & bit) != 0) {
    part.update_latency_ps.add(static_cast<std::uint64_t>(at - part.updated));
    update_pending_ &= ~bit;
    update_interrupt(at);
  }
}

void CoupledLaw::commit_alignment(unsigned number, std::uint64_t least_ns, TimePs at) {
  Part& part = parts_[number];
  part.queue->dual_queue().align(least_ns);
  ++part.counters.alignments;
  align_pending_ &= ~(std::uint32_t{1} << number);
  update_interrupt(at);
}

void CoupledLaw::enable_interrupt(std::uint32_t causes, TimePs at) {
  enabled_ = causes & (kUpdate | kAlign);
  update_interrupt(at);
}

void CoupledLaw::update_interrupt(TimePs at) {
  const std::uint32_t causes =
      (update_pending_ != 0 ? kUpdate : 0U) | (align_pending_ != 0 ? kAlign : 0U);
  engine_.share_interrupt((causes & enabled_) != 0, at);
}

}  // namespace docsis_vp::cm
