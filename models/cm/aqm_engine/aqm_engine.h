// Decides on every packet of the modem's upstream service flows: accept, mark or drop.
#pragma once

#include <cstdint>
#include <systemc>
#include <vector>

#include "models/cm/aqm_engine/aqm_engine_options.h"
#include "models/cm/aqm_engine/flow_aqm.h"
#include "models/cm/flow_interfaces.h"
#include "models/cm/ingress_hold/ingress_hold.h"
#include "models/cm/managed_queue/queue_manager.h"
#include "platform/base/clock.h"
#include "platform/irq/interrupt_line.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cm {

struct AqmEngineConfig {
  AqmEngineOptions options;
  Placement control_law = Placement::kHardware;
  std::uint64_t seed = 1;
  // Time of the first latch. A flow whose law has a shorter interval uses this time modulo its
  // interval. The owner of the modem draws the phase from the seed.
  TimePs tick_phase = 0;
  // Tick interval of a modem without any periodic law, for firmware that runs at the tick.
  // 0 <= tick_phase < interval.
  TimePs tick_interval = kDefaultTickInterval;
  std::uint64_t clock_hz = 250'000'000;
  std::vector<FlowAqmConfig> flows;  // 1..48; the index is that of the service flow
};

// Receives every verdict, for traces and tests.
class VerdictObserver {
 public:
  virtual ~VerdictObserver() = default;
  virtual void judged(unsigned flow, const Packet& packet, aqm_verdict verdict, TimePs arrived) = 0;
  // Receives the verdict on a packet that was queued before: a drop or a mark.
  virtual void judged_queued(unsigned flow, const Packet& packet, aqm_verdict verdict, TimePs at) {
    judged(flow, packet, verdict, at);
  }
  // Called if queue protection has moved the packet to another service flow. A verdict in that flow
  // follows.
  virtual void redirected(unsigned /*from*/, unsigned /*to*/, const Packet&,
                          aqm_verdict /*verdict*/, TimePs /*at*/) {}
};

// Receives a call when a law commits new register values.
class CommitObserver {
 public:
  virtual ~CommitObserver() = default;
  virtual void committed(unsigned flow, TimePs at) = 0;
};

// The engine has two paths.
// Data path: it judges each packet at enqueue, with the queue's depth and tokens of that instant,
// and writes accepted packets to queue memory. When the burst builder pulls packets, the engine
// runs the laws that decide at dequeue.
// Control path: at every interval of its law (16 ms) it latches the state of each enabled flow and
// raises an interrupt. Firmware, or a hardware sequencer, reads the state and commits p, delay,
// status and burst allowance.
// At one instant latch and commit precede arrivals, even if firmware commits without any cost. If
// nobody reads a tick's snapshot, the engine computes the tick later: at the next queue access or
// query. The result is the same as at the tick.
class AqmEngine : public sc_core::sc_module,
                  public FlowSink,
                  public DequeueAqm,
                  public ManagerListener {
 public:
  // Throws ConfigError.
  AqmEngine(const sc_core::sc_module_name& name, const AqmEngineConfig& config,
            platform::InstantSequencer& sequencer, QueueState& queues, QueueWriter& writer);

  // Provides the flow hash that some laws read; without this call they read 0. `flows` must outlive
  // the engine.
  void set_flow_table(const FlowTable& flows);

  void connect_interrupt(platform::InterruptLine line) {
    interrupt_ = std::move(line);
    expect_readers();
  }
  // Call it when another block on the same interrupt line changes its request. The line is high
  // while either block requests an interrupt.
  void share_interrupt(bool level, TimePs at) {
    shared_level_ = level;
    update_interrupt(at);
  }
  // Declares that a reader other than the hardware law needs each tick when it happens. From now on
  // snapshots are taken on time and are complete. Without this call, a snapshot's grant, request
  // and MAP fields are 0 if the flow's law does not read them.
  void expect_readers();
  void observe(VerdictObserver& observer) { observer_ = &observer; }
  void observe_commits(CommitObserver& observer) {
    expect_readers();
    commit_observers_.push_back(&observer);
  }
  // Assigns a flow to the manager of its queues, which judges packets and chooses the next one. The
  // manager runs the law; the engine's law for the flow is "none". Call it before the first packet.
  void set_queue_manager(unsigned flow, QueueManager& manager) {
    managers_[flow] = &manager;
    managed_flows_ |= FlowMask{1} << flow;
  }
  // Makes firmware judge arrivals, for all flows with one queue whose law judges arrivals. Call it
  // after the managers are set and before the first packet.
  void hold_arrivals(IngressHold& hold);
  // Makes firmware judge packets at dequeue, for all flows whose law decides there.
  void set_head_verdict_port(HeadVerdictPort& port) { head_verdicts_ = &port; }
  bool holds_arrivals(unsigned flow) const { return (held_flows_ >> flow & 1) != 0; }

  // FlowSink: call it in phase kEnqueue, in the order in which packets count as arrived.
  void offer(unsigned flow, PacketHandle packet, TimePs arrived) override;
  // DequeueAqm: call it in phase kDequeue.
  bool judges_heads(unsigned flow) const override {
    return judges_queue(flow) || (is_managed(flow) && managers_[flow]->decides_at_pull());
  }
  queue::PacketTally prepare(unsigned flow, std::uint64_t mac_bytes, TimePs at) override;
  void pulled(unsigned flow, TimePs at) override;
  bool judges_queue(unsigned flow) const override { return (judging_heads_ >> flow & 1) != 0; }
  HeadVerdictPort* head_verdict_port(unsigned flow) override {
    return judges_queue(flow) ? head_verdicts_ : nullptr;
  }
  aqm_queue queue_behind(unsigned flow, const Packet& packet, const queue::PacketTally& to_drop,
                         TimePs at) override;
  aqm_verdict judge_head(unsigned flow, Packet& packet, TimePs accepted,
                         const queue::PacketTally& to_drop, TimePs at) override;
  void judged_elsewhere(unsigned flow, Packet& packet, aqm_verdict verdict, TimePs at) override;
  void head_dropped(unsigned flow, const Packet& packet) override;
  void departed(unsigned flow, const Packet& packet, const Departure& departure) override;

  // ManagerListener
  void judged_arrival(unsigned flow, const Packet& packet, Judgement judgement, TimePs at) override;
  void judged_queued(unsigned flow, const Packet& packet, Judgement judgement, TimePs at) override;
  void redirected(unsigned from, unsigned to, const Packet& packet, aqm_verdict verdict,
                  TimePs at) override;

  // Computes all ticks before the present instant.
  void do_deferred_work() override;

  // Register interface of the control law.
  Placement control_law() const { return config_.control_law; }
  const LawSnapshot& latched(unsigned flow) {
    do_deferred_work();
    return flows_[flow].latched();
  }
  // Same as latched(). Also records that firmware read the snapshot, so a commit is expected.
  const LawSnapshot& read_snapshot(unsigned flow) {
    do_deferred_work();
    return flows_[flow].read_snapshot();
  }
  // law.generation: the generation of the snapshot from which the law computed.
  void commit(unsigned flow, const aqm_law& law, TimePs at = platform::now_ps());
  std::uint32_t ticks() {
    do_deferred_work();
    return ticks_;
  }
  TimePs tick_time() {  // of the last tick; 0 before the first
    do_deferred_work();
    return tick_time_;
  }
  // One bit per flow whose snapshot is latched and not yet committed.
  FlowMask pending() const { return pending_; }
  // One bit per flow whose law runs. After reset this includes every flow with a law; a flow
  // without a law cannot be enabled.
  FlowMask enabled() const { return enabled_; }
  void enable(FlowMask mask) {
    do_deferred_work();
    enabled_ = mask & with_law_;
  }

  bool interrupt_status() {
    do_deferred_work();
    return interrupt_status_;
  }
  bool interrupt_enabled() const { return interrupt_enabled_; }
  void clear_interrupt(TimePs at);
  void enable_interrupt(bool enabled, TimePs at);

  // State and counters as of now, for results and traces.
  unsigned flows() const { return static_cast<unsigned>(flows_.size()); }
  const FlowAqm& flow(unsigned flow) {
    do_deferred_work();
    return flows_[flow];
  }
  const FlowAqm::Counters& counters(unsigned flow) {
    do_deferred_work();
    return flows_[flow].counters();
  }
  // Same as flow(), but as of the last computed tick, which may be earlier than the last tick.
  const FlowAqm& computed_flow(unsigned flow) const { return flows_[flow]; }

 private:
  void end_of_elaboration() override { may_tick_late_ = may_defer_ticks(); }
  bool is_managed(unsigned flow) const { return (managed_flows_ >> flow & 1) != 0; }
  void set_next_tick();
  TimePs first_latch() const;
  FlowMask due_at(TimePs at);
  TimePs common_interval() const;
  bool may_defer_ticks() const;
  void run_ticks();
  void post_next_tick();
  void tick(TimePs at);
  void apply_commit(unsigned flow, const aqm_law& law, TimePs at);
  void latch(unsigned flow, TimePs at);
  void clamp_times(TimePs at);
  void run_laws(TimePs at);
  void run_next_law();
  void update_interrupt(TimePs at);

  // Members that arrivals, bursts and ticks read come first.
  platform::InstantSequencer& sequencer_;
  QueueState& queues_;
  QueueWriter& writer_;
  VerdictObserver* observer_ = nullptr;
  // One bit per flow:
  FlowMask held_flows_ = 0;  // flows whose arrivals wait in hold_
  FlowMask managed_flows_ = 0;
  FlowMask judging_heads_ = 0;
  FlowMask watching_departures_ = 0;
  FlowMask with_law_ = 0;
  FlowMask laws_that_read_grants_ = 0;
  FlowMask enabled_ = 0;
  FlowMask pending_ = 0;
  std::uint32_t ticks_ = 0;
  TimePs tick_time_ = 0;
  TimePs next_tick_ = 0;
  TimePs next_clamp_ = queue::kClampInterval;
  std::vector<FlowAqm> flows_;
  TimePs tick_interval_ = 0;             // of all laws; 0: the intervals differ
  std::vector<QueueManager*> managers_;  // by flow; null: the flow has one queue
  std::vector<TimePs> next_latch_;       // by flow, if intervals differ; kNever: no law
  platform::InstantSequencer::TaskId latch_task_;
  platform::InstantSequencer::TaskId law_task_;
  bool has_readers_ = false;
  bool may_tick_late_ = false;  // only while has_readers_ is false
  bool ticks_late_ = false;     // the next tick may be computed late
  bool interrupt_status_ = false;
  bool interrupt_enabled_ = false;
  bool interrupt_level_ = false;
  bool shared_level_ = false;  // interrupt request of the other block
  std::vector<CommitObserver*> commit_observers_;
  platform::InterruptLine interrupt_;
  IngressHold* hold_ = nullptr;
  HeadVerdictPort* head_verdicts_ = nullptr;
  const AqmEngineConfig config_;
  const Clock clock_;
  // Clock cycle at which the hardware law finishes the current flow.
  std::uint64_t law_done_cycle_ = 0;
};

}  // namespace docsis_vp::cm
