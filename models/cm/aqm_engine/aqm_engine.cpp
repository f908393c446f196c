#include "models/cm/aqm_engine/aqm_engine.h"

#include <algorithm>
#include <string>
#include <utility>

#include "platform/base/errors.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cm {

using platform::now_ps;

namespace {

template <typename Act>
void for_each_bit(std::uint32_t mask, const Act& act) {
  for (; mask != 0; mask &= mask - 1) {
    act(static_cast<unsigned>(__builtin_ctz(mask)));
  }
}

constexpr std::uint32_t bit(unsigned flow) {
  return std::uint32_t{1} << flow;
}

}  // namespace

AqmEngine::AqmEngine(const sc_core::sc_module_name& name, const AqmEngineConfig& config,
                     platform::InstantSequencer& sequencer, QueueState& queues, QueueWriter& writer)
    : sc_module(name),
      config_(config),
      clock_(config.clock_hz),
      sequencer_(sequencer),
      queues_(queues),
      writer_(writer),
      next_tick_(config.tick_phase - config.tick_interval),
      latch_task_(sequencer.add(kLatch, 0, [this] { latch(); })),
      law_task_(sequencer.add(kCommit, 0, [this] { run_next_law(); })) {
  if (config.flows.empty() || config.flows.size() > kMaxUpstreamFlows) {
    throw ConfigError("/service_flows", "a modem has 1 to 32 upstream service flows");
  }
  if (config.tick_phase < 0 || config.tick_phase >= config.tick_interval) {
    throw ConfigError("/aqm_engine/tick_phase", "expected a phase within the tick's interval");
  }
  flows_.reserve(config.flows.size());
  managers_.resize(config.flows.size());
  for (unsigned i = 0; i < config.flows.size(); ++i) {
    const std::string pointer = "/service_flows/" + std::to_string(i) + "/aqm";
    const FlowAqm& flow = flows_.emplace_back(config.flows[i], config.seed, pointer);
    next_latch_.push_back(flow.has_law() ? config.tick_phase % flow.update_interval() : kNever);
    with_law_ |= flow.has_law() ? bit(i) : 0;
  }
  set_next_tick();
  enabled_ = with_law_;
  sequencer_.post_at(latch_task_, next_tick_);
}

void AqmEngine::hold_arrivals(IngressHold& hold) {
  hold_ = &hold;
  for (unsigned flow = 0; flow < flows_.size(); ++flow) {
    const bool held = managers_[flow] == nullptr && flows_[flow].judges_arrivals();
    held_flows_ |= held ? bit(flow) : 0;
  }
}

void AqmEngine::offer(unsigned flow, PacketHandle packet, TimePs arrived) {
  if (holds_arrivals(flow)) {
    hold_->offer(flow, std::move(packet), arrived, flows_[flow].random());
    return;
  }
  if (managers_[flow] != nullptr) {
    managers_[flow]->offer(std::move(packet), arrived);
    return;
  }
  aqm_queue queue = queues_.contents(flow, arrived);
  queue.full = writer_.has_room(flow, *packet, arrived) ? 0 : 1;
  const aqm_verdict verdict = flows_[flow].decide(queue, *packet, arrived);
  if (observer_ != nullptr) {
    observer_->judged(flow, *packet, verdict, arrived);
  }
  if (verdict == AQM_ACCEPT || verdict == AQM_MARK) {
    writer_.write(flow, std::move(packet), arrived);
  }
}

void AqmEngine::judged_arrival(unsigned flow, const Packet& packet, aqm_verdict verdict,
                               TimePs at) {
  flows_[flow].count_arrival(packet, verdict);
  if (observer_ != nullptr) {
    observer_->judged(flow, packet, verdict, at);
  }
}

void AqmEngine::judged_queued(unsigned flow, const Packet& packet, aqm_verdict verdict, TimePs at) {
  flows_[flow].count_queued(packet, verdict);
  if (observer_ != nullptr) {
    observer_->judged_queued(flow, packet, verdict, at);
  }
}

queue::PacketTally AqmEngine::prepare(unsigned flow, std::uint64_t mac_bytes, TimePs at) {
  ManagedQueue* const manager = managers_[flow];
  return manager != nullptr ? manager->prepare(mac_bytes, at) : queue::PacketTally{};
}

void AqmEngine::pulled(unsigned flow, TimePs at) {
  if (managers_[flow] != nullptr) {
    managers_[flow]->pulled(at);
  }
}

aqm_queue AqmEngine::behind(unsigned flow, const Packet& packet,
                            const queue::PacketTally& condemned, TimePs at) {
  aqm_queue queue = queues_.contents(flow, at);
  const auto bytes = static_cast<std::uint32_t>(condemned.bytes) + packet.size_bytes;
  const auto packets = static_cast<std::uint32_t>(condemned.packets) + 1;
  queue.bytes -= std::min(queue.bytes, bytes);
  queue.packets -= std::min(queue.packets, packets);
  if (packet.ecn == Ecn::kCe) {
    queue.ce_bytes -= std::min(queue.ce_bytes, packet.size_bytes);
    queue.ce_packets -= std::min(queue.ce_packets, 1U);
  }
  queue.ce_bytes = std::min(queue.ce_bytes, queue.bytes);
  return queue;
}

aqm_verdict AqmEngine::judge_head(unsigned flow, Packet& packet, TimePs accepted,
                                  const queue::PacketTally& condemned, TimePs at) {
  const aqm_verdict verdict =
      flows_[flow].judge_head(behind(flow, packet, condemned, at), packet, accepted, at);
  judged_elsewhere(flow, packet, verdict, at);
  return verdict;
}

void AqmEngine::judged_elsewhere(unsigned flow, Packet& packet, aqm_verdict verdict, TimePs at) {
  flows_[flow].note_head(packet, verdict);
  if (verdict != AQM_ACCEPT && observer_ != nullptr) {
    observer_->judged_queued(flow, packet, verdict, at);
  }
}

void AqmEngine::head_dropped(unsigned flow, const Packet& packet) {
  flows_[flow].count_queued(packet, AQM_DROP);
}

void AqmEngine::departed(unsigned flow, const Packet& packet, const Departure& departure) {
  if (!flows_[flow].watches_departures()) {
    return;
  }
  const bool pulled = config_.departure_time == DepartureTime::kPulled;
  const TimePs left = pulled ? departure.pulled : departure.transmitted;
  const aqm_queue behind = queues_.contents(flow, departure.pulled);
  if (holds_arrivals(flow)) {
    hold_->departed({flow, packet.size_bytes, packet.ecn, ticks_, departure.accepted, left,
                     behind.bytes, behind.packets});
  } else {
    flows_[flow].departed(behind, packet, departure.accepted, left);
  }
}

void AqmEngine::set_next_tick() {
  next_tick_ = with_law_ != 0 ? *std::min_element(next_latch_.begin(), next_latch_.end())
                              : next_tick_ + config_.tick_interval;
}

void AqmEngine::latch() {
  const TimePs now = now_ps();
  std::uint32_t due = 0;
  for (unsigned flow = 0; flow < flows_.size(); ++flow) {
    if (next_latch_[flow] == now) {
      next_latch_[flow] += flows_[flow].update_interval();
      due |= bit(flow) & enabled_;
    }
  }
  set_next_tick();
  sequencer_.post_at(latch_task_, next_tick_);
  sequencer_.hold_from(kEnqueue);
  for_each_bit(pending_ & due, [this](unsigned flow) { flows_[flow].miss_update(); });
  for_each_bit(due, [&](unsigned flow) { flows_[flow].latch(queues_.snapshot(flow, now), now); });
  pending_ = (pending_ | due) & enabled_;
  ++ticks_;
  tick_time_ = now;
  interrupt_status_ = true;
  update_interrupt(now);
  if (config_.control_law == ControlLaw::kHardware) {
    run_laws();
  }
}

void AqmEngine::run_laws() {
  if (config_.law_cycles_per_flow == 0) {
    for_each_bit(pending_, [this](unsigned flow) { commit(flow, flows_[flow].run_law()); });
  } else if (pending_ != 0) {
    law_done_cycle_ = clock_.cycle_at_or_after(now_ps()) + config_.law_cycles_per_flow;
    sequencer_.post_at(law_task_, clock_.edge(law_done_cycle_));
  }
}

void AqmEngine::run_next_law() {
  if (pending_ == 0 || now_ps() < clock_.edge(law_done_cycle_)) {
    return;  // a new latch came at the instant the last law was due
  }
  const auto flow = static_cast<unsigned>(__builtin_ctz(pending_));
  commit(flow, flows_[flow].run_law());
  if (pending_ != 0) {
    law_done_cycle_ += config_.law_cycles_per_flow;
    sequencer_.post_at(law_task_, clock_.edge(law_done_cycle_));
  }
}

void AqmEngine::commit(unsigned flow, const aqm_law& law, TimePs at) {
  if (holds_arrivals(flow)) {
    flows_[flow].mirror(law);
  } else {
    flows_[flow].commit(law);
  }
  if ((pending_ & bit(flow)) != 0) {
    flows_[flow].note_update(at);
    pending_ &= ~bit(flow);
  }
  if (observer_ != nullptr) {
    observer_->committed(flow, at);
  }
}

void AqmEngine::clear_interrupt(TimePs at) {
  interrupt_status_ = false;
  update_interrupt(at);
}

void AqmEngine::enable_interrupt(bool enabled, TimePs at) {
  interrupt_enabled_ = enabled;
  update_interrupt(at);
}

void AqmEngine::update_interrupt(TimePs at) {
  const bool level = interrupt_status_ && interrupt_enabled_;
  if (level != interrupt_level_) {
    interrupt_level_ = level;
    if (interrupt_) {
      interrupt_(level, at);
    }
  }
}

}  // namespace docsis_vp::cm
