// The block that accepts, marks or drops every packet of the modem's upstream service flows.
#pragma once

#include <cstdint>
#include <systemc>
#include <vector>

#include "models/cm/aqm_engine/flow_aqm.h"
#include "models/cm/flow_interfaces.h"
#include "models/cm/ingress_hold/ingress_hold.h"
#include "models/cm/managed_queue/managed_queue.h"
#include "platform/base/clock.h"
#include "platform/irq/interrupt_line.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cm {

// Where the control law runs. RFC 8034 sec. 5 wants it in software.
enum class ControlLaw { kHardware, kFirmware };

// When a packet counts as departed for a law that measures the rate of departure.
enum class DepartureTime {
  kTransmitted,  // the burst with its last byte has left
  kPulled,       // its last byte was taken out of the queue
};

struct AqmEngineConfig {
  ControlLaw control_law = ControlLaw::kHardware;
  std::uint64_t seed = 1;
  // First latch; a flow whose law's interval is shorter starts with what is left of it. Drawn from
  // the seed by whoever builds the modem.
  TimePs tick_phase = 0;
  // Of a modem without any periodic law, for firmware that lives by the tick; 0 <= phase <
  // interval.
  TimePs tick_interval = 16 * kPsPerMs;  // RFC 8034 sec. A.1.2: INTERVAL
  DepartureTime departure_time = DepartureTime::kTransmitted;
  std::uint64_t clock_hz = 250'000'000;
  // Cost of the hardware law. At 0 a law in hardware and one in firmware that takes no time are
  // the same to the bit; a serial datapath needs about 60 [engineering choice], so that even 32
  // flows take 8 us of 16 ms.
  unsigned law_cycles_per_flow = 0;
  std::vector<FlowAqmConfig> flows;  // 1..32; the index is the service flow's
};

// Sees every verdict, for traces and tests.
class VerdictObserver {
 public:
  virtual ~VerdictObserver() = default;
  virtual void judged(unsigned flow, const Packet& packet, aqm_verdict verdict, TimePs arrived) = 0;
  // Of a packet that was queued before: a drop, or a mark.
  virtual void judged_queued(unsigned flow, const Packet& packet, aqm_verdict verdict, TimePs at) {
    judged(flow, packet, verdict, at);
  }
};

// Told when a law has new words.
class CommitObserver {
 public:
  virtual ~CommitObserver() = default;
  virtual void committed(unsigned flow, TimePs at) = 0;
};

// Data path: judges at enqueue, with the queue's depth and tokens of that instant, and writes what
// it accepts to queue memory; laws that decide at the head are asked when the burst builder pulls.
// Control path: at every interval of its law (16 ms) the state of an enabled flow is latched;
// firmware reads it, told by an interrupt, or a sequencer does, and commits p, delay, status and
// burst allowance. At one instant latch and commit precede arrivals, even a commit by firmware
// that takes no time. A tick that nobody watches is computed late, as of its instant, when the
// modem next touches its queues or somebody asks.
class AqmEngine : public sc_core::sc_module,
                  public FlowSink,
                  public HeadJudge,
                  public ManagerListener {
 public:
  // Throws ConfigError.
  AqmEngine(const sc_core::sc_module_name& name, const AqmEngineConfig& config,
            platform::InstantSequencer& sequencer, QueueState& queues, QueueWriter& writer);

  void connect_interrupt(platform::InterruptLine line) {
    interrupt_ = std::move(line);
    expect_readers();
  }
  // Somebody beside the hardware law wants to know of each tick when it happens: from now on
  // snapshots are taken on time, and whole. Else what they say of grants, requests and MAPs is 0
  // where the flow's law does not read it.
  void expect_readers();
  void observe(VerdictObserver& observer) { observer_ = &observer; }
  void observe_commits(CommitObserver& observer) {
    expect_readers();
    commit_observers_.push_back(&observer);
  }
  // The flow has several queues: their manager judges, and chooses what goes next. Its law is the
  // manager's business, the engine's is "none". Before the first packet.
  void hand_over(unsigned flow, ManagedQueue& manager) {
    managers_[flow] = &manager;
    managed_flows_ |= std::uint32_t{1} << flow;
  }
  // Firmware judges what arrives for all flows with one queue whose law has something to judge.
  // After the managers, before the first packet.
  void hold_arrivals(IngressHold& hold);
  // And what leaves, for all whose law judges it then.
  void show_heads(HeadVerdictPort& port) { head_verdicts_ = &port; }
  bool holds_arrivals(unsigned flow) const { return (held_flows_ >> flow & 1) != 0; }

  // FlowSink: in phase kEnqueue, in the order in which packets count as arrived.
  void offer(unsigned flow, PacketHandle packet, TimePs arrived) override;
  // HeadJudge: in phase kDequeue.
  bool judges_heads(unsigned flow) const override {
    return judges_queue(flow) || (is_managed(flow) && managers_[flow]->decides_at_pull());
  }
  queue::PacketTally prepare(unsigned flow, std::uint64_t mac_bytes, TimePs at) override;
  void pulled(unsigned flow, TimePs at) override;
  bool judges_queue(unsigned flow) const override { return (judging_heads_ >> flow & 1) != 0; }
  HeadVerdictPort* head_verdict_port(unsigned flow) override {
    return judges_queue(flow) ? head_verdicts_ : nullptr;
  }
  aqm_queue behind(unsigned flow, const Packet& packet, const queue::PacketTally& condemned,
                   TimePs at) override;
  aqm_verdict judge_head(unsigned flow, Packet& packet, TimePs accepted,
                         const queue::PacketTally& condemned, TimePs at) override;
  void judged_elsewhere(unsigned flow, Packet& packet, aqm_verdict verdict, TimePs at) override;
  void head_dropped(unsigned flow, const Packet& packet) override;
  void departed(unsigned flow, const Packet& packet, const Departure& departure) override;

  // ManagerListener.
  void judged_arrival(unsigned flow, const Packet& packet, Judgement judgement, TimePs at) override;
  void judged_queued(unsigned flow, const Packet& packet, Judgement judgement, TimePs at) override;

  // Computes the ticks before now that were put off. Whoever may change the engine does it when it
  // asks; a const engine is as of its last tick that was computed.
  void catch_up() override;

  // The law's door.
  ControlLaw control_law() const { return config_.control_law; }
  const LawSnapshot& latched(unsigned flow) {
    catch_up();
    return flows_[flow].latched();
  }
  // To firmware, which will answer it.
  const LawSnapshot& show(unsigned flow) {
    catch_up();
    return flows_[flow].show();
  }
  // law.generation says which snapshot the law worked on.
  void commit(unsigned flow, const aqm_law& law, TimePs at = platform::now_ps());
  std::uint32_t ticks() {
    catch_up();
    return ticks_;
  }
  TimePs tick_time() {  // of the last one, 0 before
    catch_up();
    return tick_time_;
  }
  // One bit per flow: latched, not yet committed.
  std::uint32_t pending() const { return pending_; }
  // One bit per flow whose law runs. Initially all that have one; others cannot be enabled.
  std::uint32_t enabled() const { return enabled_; }
  void enable(std::uint32_t mask) {
    catch_up();
    enabled_ = mask & with_law_;
  }

  bool interrupt_status() {
    catch_up();
    return interrupt_status_;
  }
  bool interrupt_enabled() const { return interrupt_enabled_; }
  void clear_interrupt(TimePs at);
  void enable_interrupt(bool enabled, TimePs at);

  // What there is to see.
  unsigned flows() const { return static_cast<unsigned>(flows_.size()); }
  const FlowAqm& flow(unsigned flow) {
    catch_up();
    return flows_[flow];
  }
  const FlowAqm& flow(unsigned flow) const { return flows_[flow]; }
  const FlowAqm::Counters& counters(unsigned flow) {
    catch_up();
    return flows_[flow].counters();
  }
  const FlowAqm::Counters& counters(unsigned flow) const { return flows_[flow].counters(); }

 private:
  void end_of_elaboration() override { may_tick_late_ = nobody_can_tell(); }
  bool is_managed(unsigned flow) const { return (managed_flows_ >> flow & 1) != 0; }
  void set_next_tick();
  TimePs first_latch() const;
  std::uint32_t due_at(TimePs at);
  TimePs common_interval() const;
  bool nobody_can_tell() const;
  void run_ticks();
  void post_next_tick();
  void tick(TimePs at);
  void take_over(unsigned flow, const aqm_law& law, TimePs at);
  void latch(unsigned flow, TimePs at);
  void clamp_times(TimePs at);
  void run_laws(TimePs at);
  void run_next_law();
  void update_interrupt(TimePs at);

  // What arrivals, bursts and ticks ask for comes first.
  platform::InstantSequencer& sequencer_;
  QueueState& queues_;
  QueueWriter& writer_;
  VerdictObserver* observer_ = nullptr;
  // One bit per flow:
  std::uint32_t held_flows_ = 0;  // whose packets wait there for a verdict
  std::uint32_t managed_flows_ = 0;
  std::uint32_t judging_heads_ = 0;
  std::uint32_t watching_departures_ = 0;
  std::uint32_t with_law_ = 0;
  std::uint32_t laws_that_read_answers_ = 0;
  std::uint32_t enabled_ = 0;
  std::uint32_t pending_ = 0;
  std::uint32_t ticks_ = 0;
  TimePs tick_time_ = 0;
  TimePs next_tick_ = 0;
  TimePs next_clamp_ = queue::kClampInterval;
  std::vector<FlowAqm> flows_;
  TimePs tick_interval_ = 0;             // 0: laws differ in theirs
  std::vector<ManagedQueue*> managers_;  // by flow; null: it has one queue
  std::vector<TimePs> next_latch_;       // where they differ, by flow; kNever: has no law
  platform::InstantSequencer::TaskId latch_task_;
  platform::InstantSequencer::TaskId law_task_;
  bool has_readers_ = false;
  bool may_tick_late_ = false;  // if it has none
  bool ticks_late_ = false;     // the next tick may be computed late
  bool interrupt_status_ = false;
  bool interrupt_enabled_ = false;
  bool interrupt_level_ = false;
  std::vector<CommitObserver*> commit_observers_;
  platform::InterruptLine interrupt_;
  IngressHold* hold_ = nullptr;
  HeadVerdictPort* head_verdicts_ = nullptr;
  const AqmEngineConfig config_;
  const Clock clock_;
  std::uint64_t law_done_cycle_ = 0;  // when the sequencer's present flow is done
};

}  // namespace docsis_vp::cm
