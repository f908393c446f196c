#include "models/cm/aggregate_queue/aggregate_queue.h"

#include <algorithm>
#include <utility>

#include "platform/base/errors.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cm {

namespace {

constexpr unsigned kBehindStaging = 2;  // the burst builder and transmit queues come first

queue::DualQueueConfig checked_queue(const AggregateQueueConfig& config) {
  if (!config.classic && !config.low_latency) {
    throw ConfigError(config.queue.pointer, "expected one service flow or two");
  }
  queue::DualQueueConfig queue = config.queue;
  if (!config.classic || !config.low_latency) {
    queue.law.protect = 0;  // there is no Classic flow to redirect to, or nothing to protect
  }
  return queue;
}

}  // namespace

AggregateQueue::AggregateQueue(const AggregateQueueConfig& config, unsigned channels,
                               const FlowTable& flows, platform::InstantSequencer& sequencer,
                               unsigned order, QueueMemory& memory, Shaper& shaper,
                               ManagerListener& listener)
    : config_(config),
      sequencer_(sequencer),
      memory_(memory),
      shaper_(shaper),
      listener_(listener),
      queue_(checked_queue(config), flows, *this, *this),
      bucket_(config.shaper),
      task_(
          sequencer.add(kDequeue, kBehindStaging + order, [this] { release(platform::now_ps()); })),
      loops_(channels) {}

void AggregateQueue::offer(unsigned flow, PacketHandle packet, TimePs arrived) {
  arriving_ = config_.low_latency == flow ? Part::kLowLatency : Part::kClassic;
  arrived_ = arrived;
  marked_ = false;
  const bool was_empty[] = {queue_.head(Part::kClassic) == nullptr,
                            queue_.head(Part::kLowLatency) == nullptr};
  queue_.enqueue(std::move(packet), arrived);
  const bool has_new_head = (was_empty[0] && queue_.head(Part::kClassic) != nullptr) ||
                            (was_empty[1] && queue_.head(Part::kLowLatency) != nullptr);
  const TimePs now = platform::now_ps();
  // Behind other packets it changes nothing: the release of the next one is due at held_until_.
  if (has_new_head || !choice_stands_ || held_until_ <= now) {
    release(now);
  }
}

queue::Shortage AggregateQueue::shortage(Part part, const Packet& packet) {
  return memory_.shortage(flow_of(part), packet, arrived_);
}

void AggregateQueue::redirected(const Packet& packet) {
  const unsigned from = flow_of(Part::kLowLatency);
  arriving_ = Part::kClassic;
  const aqm_verdict verdict = std::exchange(marked_, false) ? AQM_MARK : AQM_ACCEPT;
  listener_.redirected(from, flow_of(Part::kClassic), packet, verdict, arrived_);
}

void AggregateQueue::dropped(const Packet& packet, aqm_verdict verdict, queue::Shortage shortage) {
  listener_.judged_arrival(flow_of(arriving_), packet, {verdict, shortage}, arrived_);
}

std::uint64_t AggregateQueue::admitted(const Packet& packet) {
  const unsigned flow = flow_of(arriving_);
  listener_.judged_arrival(flow, packet, marked_ ? AQM_MARK : AQM_ACCEPT, arrived_);
  return memory_.store(flow, packet, arrived_);
}

void AggregateQueue::pulled(unsigned flow, TimePs at) {
  show_unsent(config_.low_latency == flow ? Part::kLowLatency : Part::kClassic, at);
}

void AggregateQueue::show_unsent(Part part, TimePs now) {
  const queue::Fifo& released = memory_.stream(flow_of(part)).fifo();
  queue_.set_unsent(part, {released.packets(), released.bytes()}, now);
}

// When the service flow's own buckets hold its next packet; kNever: it has none.
TimePs AggregateQueue::own_release(Part part, TimePs now) const {
  const Packet* next = queue_.head(part);
  return next == nullptr ? kNever : shaper_.ready(flow_of(part), next->size_bytes, now);
}

// The queue whose turn it is, unless its own buckets hold it back longer than the other's.
AggregateQueue::Candidate AggregateQueue::next_part(TimePs now) const {
  const TimePs classic = own_release(Part::kClassic, now);
  const TimePs low_latency = own_release(Part::kLowLatency, now);
  if (classic == low_latency) {
    return {queue_.turn(), classic, true};
  }
  const bool is_alone = classic == kNever || low_latency == kNever;
  return classic < low_latency ? Candidate{Part::kClassic, classic, is_alone}
                               : Candidate{Part::kLowLatency, low_latency, is_alone};
}

void AggregateQueue::release(TimePs now) {
  TimePs next = kNever;
  choice_stands_ = false;
  while (queue_.packets() > 0) {
    const Candidate candidate = next_part(now);
    const Part part = candidate.part;
    const std::uint32_t bytes = queue_.head(part)->size_bytes;
    next = std::max(candidate.at, bucket_.ready(bytes, now));
    if (next > now) {
      held_until_ = next;
      choice_stands_ = candidate.stands;
      break;
    }
    next = kNever;
    const unsigned flow = flow_of(part);
    queue::QueuedPacket entry = queue_.dequeue_from(part, now);
    bucket_.take(bytes, now);
    shaper_.take_tokens(flow, bytes, now);
    if (entry.enqueued < held_until_) {
      shaper_.note_delayed(flow);
    }
    memory_.choose(flow, {std::move(entry.packet), entry.enqueued, entry.write});
    show_unsent(part, now);
    shaper_.release_packet(flow, bytes, now);
  }
  sequencer_.post_at(task_, next);
}

void AggregateQueue::on_grant(const Grant& grant) {
  if (config_.low_latency == grant.flow) {
    loops_[grant.channel].starts += grant.start;
    ++loops_[grant.channel].grants;
  }
}

void AggregateQueue::on_map_end(const MapSummary& map) {
  Loop& loop = loops_[map.channel];
  if (loop.grants > 0) {
    queue_.sample_loop(std::max<TimePs>(0, loop.starts / loop.grants - map.ack_time),
                       platform::now_ps());
    loop = {};
  }
}

AggregateQueue::State AggregateQueue::state(TimePs at) {
  const queue::LawSample law = queue_.sample(at);
  return {queue_.coupled_probability(), queue_.mean_coupled_probability(), law.drop_probability,
          law.predicted_delay, queue_.last_estimate()};
}

}  // namespace docsis_vp::cm
