// The CPU as the SoC sees it: a bus master with interrupt lines, loosely timed and exact.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tlm>
#include <utility>
#include <vector>

#include "platform/base/clock.h"
#include "platform/base/histogram.h"
#include "platform/base/time.h"
#include "platform/bus/ahead_initiator.h"
#include "platform/cpu/cpu_debugger.h"
#include "platform/cpu/cpu_observer.h"
#include "platform/cpu/cpu_turns.h"
#include "platform/cpu/cycle_profile.h"
#include "platform/cpu/hart.h"
#include "platform/cpu/interrupt_lines.h"
#include "platform/irq/interrupt_sink.h"
#include "platform/kernel/outcome.h"

namespace docsis_vp::platform {

struct CpuConfig {
  CycleProfile profile = cycle_profile("ibex-small");
  std::uint64_t clock_hz = 100'000'000;
  // The furthest the CPU runs ahead of the kernel. Changes speed only; at least 1 ps.
  TimePs quantum_ps = 10 * kPsPerUs;
  // How far it may run ahead of other CPUs: nothing that one of them does reaches this one sooner.
  // Memory behind host pointers then has to be the CPU's own. 0: two CPUs that are awake run
  // instruction by instruction, which takes a hundred times as long. Changes speed only: what CPUs
  // do outside happens in the order of time all the same. Where one of several ends a run, let it
  // go on for so long (Outcome::end_run_by): others may be there already.
  TimePs lookahead_ps = 0;
  std::uint32_t reset_pc = 0;
  std::uint32_t hart_id = 0;
  // More end the run as a failure.
  std::uint64_t max_instructions = UINT64_MAX;
  // Host pointers into memory, and blocks of more than one instruction. Change speed only.
  bool direct_memory = true;
  bool whole_blocks = true;
  // A trap before firmware wrote mtvec ends the run as a failure.
  bool fail_without_handler = true;
  // Loads and stores below are access faults, as of a null pointer; code may lie there.
  std::uint32_t null_guard_bytes = 0;
  // The `time` CSR, for a machine timer that can be written; else microseconds since the start.
  std::function<std::uint64_t(TimePs)> time_us;
};

// Time. The CPU runs ahead of the kernel, but never past the next thing the kernel has to do, a
// change of its own interrupt lines or the quantum: an instruction that starts at time t sees all
// that happens up to and at t, and a transaction acts at sc_time_stamp() + delay = t. So simulated
// time, counters, access times and interrupt points are the same whatever the quantum.
// For that, a run has to end by an Outcome (the CPU knows nothing of sc_start(duration)). What a
// transaction reaches has to notify events by notify_at(), which is how the CPU comes to know, or
// to stand behind an ExternalTarget, where the CPU waits for the kernel before each access and asks
// it anew afterwards. The quantum is the smaller of the configured one and tlm_global_quantum as it
// is when the simulation starts, if that is set.
//
// A reset within an instruction that waits for the bus cuts it off: the transaction is completed,
// as TLM-2.0 asks, its result is dropped, and the core starts once both are over.
//
// mcycle counts the cycles in which the core is awake, as a core with a gated clock does.
class Cpu : public sc_core::sc_module,
            public InterruptSink,
            private HartEnvironment,
            private AheadInitiator {
 public:
  tlm_utils::simple_initiator_socket<Cpu, 32> socket;

  Cpu(const sc_core::sc_module_name& name, const CpuConfig& config, Outcome& outcome);
  ~Cpu() override;

  void set_interrupt(HartInterrupt line, bool level, const sc_core::sc_time& delay) override;

  // Reset and other interventions from outside, at the present instant.
  // The core as after power-on, at this address; it stands still, and asleep, before `start`.
  void reset(std::uint32_t pc, TimePs start);
  // The bus serves nothing before this time, so the core waits for its next instruction.
  void stall_until(TimePs time);
  void set_reg(unsigned number, std::uint32_t value) { hart_.set_reg(number, value); }
  // Also before the simulation starts: where execution begins, if not at reset_pc.
  void set_pc(std::uint32_t pc) { hart_.set_pc(pc); }

  // Of control and status registers, nothing or false where there is none or it cannot be written.
  std::optional<std::uint32_t> csr(std::uint32_t number);
  bool set_csr(std::uint32_t number, std::uint32_t value) { return hart_.set_csr(number, value); }

  // At any time between two instructions, or, to come or to go, while it is told of one. Observers
  // are told in the order in which they came. Without any the core runs at full speed.
  void observe(CpuObserver& observer) { observers_.push_back(&observer); }
  void unobserve(CpuObserver& observer);
  // Told of every interrupt whose handler returned: the line, and the cycles since it was taken.
  void observe_served(std::function<void(HartInterrupt, std::uint64_t)> observer) {
    served_observer_ = std::move(observer);
  }
  // Told of every change of a line.
  void observe_lines(std::function<void(HartInterrupt, bool, TimePs)> observer) {
    line_observer_ = std::move(observer);
  }

  // Before the simulation starts. Holding a CPU changes no result.
  void attach(CpuDebugger& debugger) { debugger_ = &debugger; }
  // Addresses in order, before whose instructions the debugger is asked whether it holds the CPU.
  // Others cost nothing. At any time: they count from the next stretch on.
  void set_breakpoints(std::vector<std::uint32_t> sorted) {
    hart_.set_breakpoints(std::move(sorted));
  }
  // No further ahead of other CPUs than an instruction, whatever the lookahead: for who acts on
  // other CPUs, at the same instant, when this one reaches outside.
  void stay_in_step() { lookahead_ps_ = 0; }

  std::uint32_t pc() const { return hart_.pc(); }
  std::uint32_t reg(unsigned number) const { return hart_.reg(number); }
  const CycleProfile& profile() const { return config_.profile; }
  const Clock& clock() const { return clock_; }
  bool sleeping() const { return sleeping_; }

  struct Counters {
    std::uint64_t instructions = 0;
    std::uint64_t cycles_busy = 0;  // not asleep
    std::uint64_t exceptions = 0;
    std::uint64_t interrupts = 0;
  };
  Counters counters() const;
  // The last exception that the program took since the last reset; none if it took none.
  std::optional<Trap> last_exception() const;
  // From the line's rise to the start of the handler's first instruction, in ps; each rise counts
  // once.
  const Histogram& interrupt_latency_ps() const { return interrupt_latency_ps_; }
  const InterruptTimes& interrupt_times() const { return hart_.interrupt_times(); }
  // Since when it takes no interrupt, by mstatus, by mie or within a handler; none while it does.
  std::optional<TimePs> interrupts_masked_since() const;
  // A line, by its bit of mip, at the present instant; none if it is low.
  std::optional<TimePs> interrupt_pending_since(unsigned line);
  // Cycles awake so far, the clock of interrupt_times(); of a profile without time, instructions.
  std::uint64_t cycles_awake() const { return hart_.cycles(); }

 private:
  static constexpr std::uint64_t kMaxAtOneInstant = 1'000'000;

  void start_of_simulation() override;
  void run();
  void handle(Hart::Stop stop);
  void sleep();
  void notify_wake(TimePs at);
  // Over what stall_until() and reset() ask for.
  void stand_still(TimePs local);
  // Lets the kernel do all it has to do before and at the CPU's time.
  void catch_up(TimePs local);
  void fail(const std::string& cause);
  // To be called before slept_cycles_ or instant_ changes: afterwards the time of an earlier cycle
  // cannot be computed.
  void keep_time_of_masking();
  TimePs time_of_masking(std::uint64_t cycle) const;
  // Calls a function of every observer.
  template <typename... Parameters, typename... Arguments>
  void tell(void (CpuObserver::*function)(Parameters...), const Arguments&... arguments) {
    // One of them may bring another: NOLINTNEXTLINE(modernize-loop-convert)
    for (std::size_t i = 0; i < observers_.size(); ++i) {
      if (observers_[i] != nullptr) {
        (observers_[i]->*function)(arguments...);
      }
    }
  }
  Hart::Stop run_stretch(std::uint64_t limit);
  Hart::Stop run_observed(std::uint64_t limit);
  void update_lines(TimePs time);
  bool lines_disturb(TimePs at);
  // Holds the CPU if the debugger says so. True: what is going to happen may have changed.
  bool held(TimePs local);

  // When the next instruction starts.
  TimePs local_time(std::uint64_t cycles_later = 0) const;
  // Up to when nothing outside the CPU can happen.
  TimePs horizon();
  // Of something that can be seen outside.
  bool others_precede(TimePs at) const { return others_ <= at; }
  void look_at_others();
  void let_others_precede(TimePs at);
  // That, and everything else that bounds the next stretch, as a count of the hart's cycles.
  std::uint64_t limit_cycles(TimePs limit);
  std::uint64_t attempts() const { return hart_.instructions() + hart_.exceptions(); }
  std::uint64_t wait_cycles(TimePs waited);
  std::uint64_t count_wait_cycles(TimePs waited) const;

  // HartEnvironment
  void transfer(Access& access) override;
  void transfer_at(TimePs start, Access& access);
  void transfer_in_turn(TimePs start, Access& access);
  bool may_transfer();
  TimePs round_up_to_edge(TimePs time) const;
  void drop_cut_off_instruction();
  // AheadInitiator, cpu_external.cpp.
  bool let_kernel_catch_up(sc_core::sc_time& delay) override;
  void target_returned(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) override;
  std::optional<DirectRegion> request_direct(bool write, std::uint32_t address) override;
  void hold_code(std::uint32_t first, std::uint32_t last) override;
  std::uint64_t time_us() override;
  void served(unsigned line, std::uint64_t cycles) override;
  bool holds_trap(const Trap& trap) override {
    return debugger_ != nullptr && debugger_->holds_trap(trap);
  }
  bool starts() override;
  void retired(RetiredInstruction& instruction) override;
  void trapped(TakenTrap& trap) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last);

  const CpuConfig config_;
  TimePs lookahead_ps_;
  const Clock clock_;
  Outcome& outcome_;
  Hart hart_;
  InterruptLines lines_;
  const std::shared_ptr<CpuTurns> turns_;
  const std::size_t place_;
  TimePs quantum_ps_;
  AheadExtension extension_{*this};
  tlm::tlm_generic_payload payload_;

  // Cycles that passed asleep: the hart's cycle n is the clock's cycle n + slept_cycles_.
  std::uint64_t slept_cycles_ = 0;
  // The hart's cycle at which interrupts were last masked, and its time, as keep_time_of_masking()
  // kept them. The time of any other cycle follows from slept_cycles_.
  std::uint64_t masked_cycle_ = UINT64_MAX;
  TimePs masked_at_ = 0;
  // Of an instantaneous profile: the CPU's time, and the hart's cycles when it got there.
  TimePs instant_ = 0;
  std::uint64_t cycles_before_instant_ = 0;

  TimePs limit_time_ = -1;  // the last one converted, and the clock's cycle at or after it
  std::uint64_t limit_clock_cycle_ = 0;
  TimePs waited_ = 0;  // the last wait converted, and its cycles
  std::uint64_t waited_cycles_ = 0;

  // What the running stretch hangs on: the kernel's time, which stands still, the horizon, before
  // which no event is notified (earliest_notified), when others go on that it may not pass, that no
  // line was set since.
  TimePs now_ = 0;
  TimePs horizon_ = 0;
  TimePs others_ = kNever;
  bool lines_touched_ = false;

  CpuDebugger* debugger_ = nullptr;
  std::vector<CpuObserver*> observers_;  // null: gone
  TimePs started_ = 0;                   // the instruction that observers were told of last
  std::function<void(HartInterrupt, std::uint64_t)> served_observer_;
  std::function<void(HartInterrupt, bool, TimePs)> line_observer_;
  bool sleeping_ = false;
  sc_core::sc_event wake_;
  TimePs stalled_until_ = 0;
  TimePs reset_until_ = 0;
  std::uint64_t exceptions_before_reset_ = 0;
  bool was_reset_ = false;  // while it slept
  // Within an instruction the CPU waits: for other CPUs, or for a target.
  bool waits_in_instruction_ = false;
  bool waits_for_target_ = false;
  bool cut_off_ = false;  // that instruction, by a reset
  TimePs cut_off_at_ = 0;
  std::uint32_t cut_off_pc_ = 0;  // where the core starts instead
  std::uint64_t interrupts_ = 0;
  Histogram interrupt_latency_ps_;
};

}  // namespace docsis_vp::platform
