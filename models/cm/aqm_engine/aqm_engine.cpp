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
void for_each_bit(FlowMask mask, const Act& act) {
  for (; mask != 0; mask &= mask - 1) {
    act(static_cast<unsigned>(__builtin_ctzll(mask)));
  }
}

constexpr FlowMask bit(unsigned flow) {
  return FlowMask{1} << flow;
}

}  // namespace

AqmEngine::AqmEngine(const sc_core::sc_module_name& name, const AqmEngineConfig& config,
                     platform::InstantSequencer& sequencer, QueueState& queues, QueueWriter& writer)
    : sc_module(name),
      sequencer_(sequencer),
      queues_(queues),
      writer_(writer),
      latch_task_(sequencer.add(kLatch, 0, [this] { run_ticks(); })),
      law_task_(sequencer.add(kCommit, 0, [this] { run_next_law(); })),
      config_(config),
      clock_(config.clock_hz) {
  if (config.flows.empty() || config.flows.size() > kMaxUpstreamFlows) {
    throw ConfigError("/service_flows", "a modem has 1 to " + std::to_string(kMaxUpstreamFlows) +
                                            " upstream service flows");
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
    judging_heads_ |= flow.judges_head() ? bit(i) : 0;
    watching_departures_ |= flow.watches_departures() ? bit(i) : 0;
    laws_that_read_grants_ |= flow.law_may_read_grants() ? bit(i) : 0;
  }
  tick_interval_ = common_interval();
  next_tick_ = tick_interval_ != 0 ? config.tick_phase % tick_interval_ : first_latch();
  enabled_ = with_law_;
  sequencer_.post_at(latch_task_, next_tick_);
}

void AqmEngine::set_flow_table(const FlowTable& flows) {
  for (FlowAqm& flow : flows_) {
    flow.set_flow_table(flows, static_cast<std::uint32_t>(config_.seed));
  }
}

void AqmEngine::hold_arrivals(IngressHold& hold) {
  hold_ = &hold;
  for (unsigned flow = 0; flow < flows_.size(); ++flow) {
    const bool held = !is_managed(flow) && flows_[flow].judges_arrivals();
    held_flows_ |= held ? bit(flow) : 0;
  }
}

void AqmEngine::offer(unsigned flow, PacketHandle packet, TimePs arrived) {
  if (holds_arrivals(flow)) {
    hold_->offer(flow, std::move(packet), arrived, flows_[flow].random());
    return;
  }
  if (is_managed(flow)) {
    managers_[flow]->offer(flow, std::move(packet), arrived);
    return;
  }
  aqm_queue queue = queues_.contents(flow, arrived);
  const queue::Shortage shortage = writer_.shortage(flow, *packet, arrived);
  queue.full = shortage == queue::Shortage::kNone ? 0 : 1;
  const aqm_verdict verdict = flows_[flow].decide(queue, *packet, arrived, shortage);
  if (observer_ != nullptr) {
    observer_->judged(flow, *packet, verdict, arrived);
  }
  if (verdict == AQM_ACCEPT || verdict == AQM_MARK) {
    writer_.write(flow, std::move(packet), arrived);
  }
}

void AqmEngine::judged_arrival(unsigned flow, const Packet& packet, Judgement judgement,
                               TimePs at) {
  // Firmware judges by the limits of the law, too.
  if (judgement.verdict == AQM_DROP_FULL && holds_arrivals(flow)) {
    judgement.shortage = std::max(
        judgement.shortage, flows_[flow].shortage_by_limits(queues_.contents(flow, at), packet));
  }
  flows_[flow].count_arrival(packet, judgement);
  if (observer_ != nullptr) {
    observer_->judged(flow, packet, judgement.verdict, at);
  }
}

void AqmEngine::judged_queued(unsigned flow, const Packet& packet, Judgement judgement, TimePs at) {
  flows_[flow].count_queued(packet, judgement);
  if (observer_ != nullptr) {
    observer_->judged_queued(flow, packet, judgement.verdict, at);
  }
}

void AqmEngine::redirected(unsigned from, unsigned to, const Packet& packet, aqm_verdict verdict,
                           TimePs at) {
  flows_[from].count_redirect(packet, verdict);
  if (observer_ != nullptr) {
    observer_->redirected(from, to, packet, verdict, at);
  }
}

queue::PacketTally AqmEngine::prepare(unsigned flow, std::uint64_t mac_bytes, TimePs at) {
  return is_managed(flow) ? managers_[flow]->prepare(flow, mac_bytes, at) : queue::PacketTally{};
}

void AqmEngine::pulled(unsigned flow, TimePs at) {
  if (is_managed(flow)) {
    managers_[flow]->pulled(flow, at);
  }
}

aqm_queue AqmEngine::queue_behind(unsigned flow, const Packet& packet,
                                  const queue::PacketTally& to_drop, TimePs at) {
  aqm_queue queue = queues_.contents(flow, at);
  const auto bytes = static_cast<std::uint32_t>(to_drop.bytes) + packet.size_bytes;
  const auto packets = static_cast<std::uint32_t>(to_drop.packets) + 1;
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
                                  const queue::PacketTally& to_drop, TimePs at) {
  const aqm_verdict verdict =
      flows_[flow].judge_head(queue_behind(flow, packet, to_drop, at), packet, accepted, at);
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
  if ((watching_departures_ & bit(flow)) == 0) {
    return;
  }
  const bool pulled = config_.options.departure_time == DepartureTime::kPulled;
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
  next_tick_ = tick_interval_ != 0 ? next_tick_ + tick_interval_ : first_latch();
}

TimePs AqmEngine::first_latch() const {
  return *std::min_element(next_latch_.begin(), next_latch_.end());
}

// Returns the flows with a law whose interval ends at `at`.
FlowMask AqmEngine::due_at(TimePs at) {
  if (tick_interval_ != 0) {
    return with_law_;
  }
  FlowMask due = 0;
  for (unsigned flow = 0; flow < flows_.size(); ++flow) {
    if (next_latch_[flow] == at) {
      next_latch_[flow] += flows_[flow].update_interval();
      due |= bit(flow);
    }
  }
  return due;
}

// Returns the interval that all laws share; 0: the intervals differ.
TimePs AqmEngine::common_interval() const {
  TimePs common = 0;
  for (const FlowAqm& flow : flows_) {
    if (flow.has_law()) {
      if (common != 0 && flow.update_interval() != common) {
        return 0;
      }
      common = flow.update_interval();
    }
  }
  return common != 0 ? common : config_.tick_interval;
}

// True if, without readers, no result depends on the time at which a tick is computed: no law takes
// time or reads the CMTS's answers, and all flows are latched together.
bool AqmEngine::may_defer_ticks() const {
  return config_.control_law == Placement::kHardware && config_.options.law_cycles_per_flow == 0 &&
         hold_ == nullptr && laws_that_read_grants_ == 0 && tick_interval_ != 0 &&
         queues_.may_be_asked_late();
}

void AqmEngine::run_ticks() {
  const TimePs now = now_ps();
  while (next_tick_ <= now) {
    tick(next_tick_);
  }
  post_next_tick();
}

// A tick due now is left to the sequencer: earlier phases of this instant may not have run yet.
void AqmEngine::do_deferred_work() {
  const TimePs now = now_ps();
  if (ticks_late_ && next_tick_ < now) {
    while (next_tick_ < now) {
      tick(next_tick_);
    }
    post_next_tick();
  }
}

void AqmEngine::post_next_tick() {
  const bool was_late = std::exchange(ticks_late_, may_tick_late_ && !has_readers_);
  if (ticks_late_) {
    sequencer_.post_deferrable(latch_task_, next_tick_, tick_interval_, kDequeue);
    return;
  }
  if (was_late) {
    sequencer_.post_deferrable(latch_task_, kNever, 1, kDequeue);
  }
  sequencer_.post_at(latch_task_, next_tick_);
}

void AqmEngine::expect_readers() {
  do_deferred_work();
  has_readers_ = true;
  if (ticks_late_) {
    post_next_tick();
  }
}

void AqmEngine::tick(TimePs at) {
  const FlowMask due = due_at(at) & enabled_;
  set_next_tick();
  if (at == now_ps()) {
    sequencer_.hold_from(kEnqueue);
  }
  clamp_times(at);
  for_each_bit(pending_ & due, [this](unsigned flow) { flows_[flow].miss_update(); });
  for_each_bit(due, [&](unsigned flow) { latch(flow, at); });
  pending_ = (pending_ | due) & enabled_;
  ++ticks_;
  tick_time_ = at;
  interrupt_status_ = true;
  update_interrupt(at);
  if (config_.control_law == Placement::kHardware) {
    run_laws(at);
  }
}

// Runs at the first tick of each span. Firmware that holds the states does so at the same tick.
void AqmEngine::clamp_times(TimePs at) {
  if (at >= next_clamp_) {
    for (FlowAqm& flow : flows_) {
      flow.clamp_times(at);
    }
    next_clamp_ = (at / queue::kClampInterval + 1) * queue::kClampInterval;
  }
}

void AqmEngine::latch(unsigned flow, TimePs at) {
  const bool whole = has_readers_ || config_.control_law == Placement::kFirmware ||
                     (laws_that_read_grants_ & bit(flow)) != 0;
  flows_[flow].latch(whole ? queues_.snapshot(flow, at) : queues_.contents(flow, at), at);
}

void AqmEngine::run_laws(TimePs at) {
  if (config_.options.law_cycles_per_flow == 0) {
    for_each_bit(pending_, [&](unsigned flow) { apply_commit(flow, flows_[flow].run_law(), at); });
  } else if (pending_ != 0) {
    law_done_cycle_ = clock_.cycle_at_or_after(at) + config_.options.law_cycles_per_flow;
    sequencer_.post_at(law_task_, clock_.edge(law_done_cycle_));
  }
}

void AqmEngine::run_next_law() {
  if (pending_ == 0 || now_ps() < clock_.edge(law_done_cycle_)) {
    return;  // a new latch replaced the law at the instant at which it was due
  }
  const auto flow = static_cast<unsigned>(__builtin_ctzll(pending_));
  apply_commit(flow, flows_[flow].run_law(), now_ps());
  if (pending_ != 0) {
    law_done_cycle_ += config_.options.law_cycles_per_flow;
    sequencer_.post_at(law_task_, clock_.edge(law_done_cycle_));
  }
}

void AqmEngine::commit(unsigned flow, const aqm_law& law, TimePs at) {
  do_deferred_work();
  apply_commit(flow, law, at);
}

void AqmEngine::apply_commit(unsigned flow, const aqm_law& law, TimePs at) {
  if (holds_arrivals(flow)) {
    flows_[flow].mirror(law);
  } else {
    flows_[flow].commit(law);
  }
  if ((pending_ & bit(flow)) != 0) {
    flows_[flow].note_update(at);
    pending_ &= ~bit(flow);
  }
  for (CommitObserver* const observer : commit_observers_) {
    observer->committed(flow, at);
  }
}

void AqmEngine::clear_interrupt(TimePs at) {
  do_deferred_work();
  interrupt_status_ = false;
  update_interrupt(at);
}

void AqmEngine::enable_interrupt(bool enabled, TimePs at) {
  do_deferred_work();
  interrupt_enabled_ = enabled;
  update_interrupt(at);
}

void AqmEngine::update_interrupt(TimePs at) {
  const bool level = (interrupt_status_ && interrupt_enabled_) || shared_level_;
  if (level != interrupt_level_) {
    interrupt_level_ = level;
    if (interrupt_) {
      interrupt_(level, at);
    }
  }
}

}  // namespace docsis_vp::cm
