// Models a loosely timed, cycle-accounting CPU: a bus master with interrupt lines.
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
#include "platform/cpu/cpu_scheduler.h"
#include "platform/cpu/cycle_profile.h"
#include "platform/cpu/function_observer.h"
#include "platform/cpu/hart.h"
#include "platform/cpu/interrupt_lines.h"
#include "platform/irq/interrupt_sink.h"
#include "platform/kernel/outcome.h"

namespace docsis_vp::platform {

struct CpuConfig {
  CycleProfile profile = cycle_profile("ibex-small");
  std::uint64_t clock_hz = 100'000'000;
  // Maximum lead over the kernel; at least 1 ps. It affects only the simulation speed.
  TimePs quantum_ps = 10 * kPsPerUs;
  // The user guarantees that an action of another CPU takes at least this long to affect this CPU.
  // If it is above 0, memory accessed by host pointers must be private to the CPU. If it is 0,
  // awake CPUs alternate after each instruction, which is about a hundred times slower. It affects
  // only the simulation speed: effects outside the CPUs occur in the order of time. If one of
  // several CPUs ends a run, delay the end by the lookahead (Outcome::end_run_by), because others
  // may be ahead.
  TimePs lookahead_ps = 0;
  std::uint32_t reset_pc = 0;
  std::uint32_t hart_id = 0;
  // Limit of instructions; exceeding it ends the run as a failure.
  std::uint64_t max_instructions = UINT64_MAX;
  // Access memory by host pointers, and run blocks of several instructions. Both affect only the
  // simulation speed.
  bool direct_memory = true;
  bool whole_blocks = true;
  // A trap before firmware has written mtvec ends the run as a failure.
  bool fail_without_handler = true;
  // Loads and stores below this address cause access faults, which catch null pointers. Code may
  // lie there.
  std::uint32_t null_guard_bytes = 0;
  // Source of the `time` CSR, for a writable machine timer. Empty: microseconds since the start of
  // the simulation.
  std::function<std::uint64_t(TimePs)> time_us;
};

// The CPU runs ahead of SystemC's kernel, but never past the kernel's next event, a change of its
// interrupt lines or the quantum. An instruction that starts at time t sees everything that happens
// up to and including t. A transaction acts at sc_time_stamp() + delay = t. Simulated time,
// counters, access times and interrupt points are therefore independent of the quantum.
//
// The CPU does not know the end of sc_start(duration). A run must therefore end through Outcome.
// Targets must notify events by notify_at(), which informs the CPU. All other targets must be
// behind an ExternalTarget: there the CPU waits for the kernel before each access, and afterwards
// asks the kernel again for the time of its next event. The quantum is the configured one, or
// tlm_global_quantum at the start of simulation if that is set and smaller.
//
// A reset during an instruction that waits for the bus aborts the instruction. The transaction is
// completed, as TLM-2.0 requires, and its result is dropped. The core starts when the transaction
// and the reset have both ended. This also holds if the target behind the ExternalTarget annotates
// a delay instead of waiting.
//
// mcycle counts the cycles in which the core is awake, like a core with a gated clock.
class Cpu : public sc_core::sc_module,
            public InterruptSink,
            private HartEnvironment,
            private AheadInitiator {
 public:
  tlm_utils::simple_initiator_socket<Cpu, 32> socket;

  Cpu(const sc_core::sc_module_name& name, const CpuConfig& config, Outcome& outcome);
  ~Cpu() override;

  void set_interrupt(HartInterrupt line, bool level, const sc_core::sc_time& delay) override;

  // Interventions from outside. All functions from reset() to set_pc() act at the present instant.

  // Resets the core to its state after power-on with this pc. The core sleeps until `start`.
  void reset(std::uint32_t pc, TimePs start);
  // Stalls the bus until `time`: the core waits before its next instruction.
  void stall_until(TimePs time);
  void set_reg(unsigned number, std::uint32_t value) { hart_.set_reg(number, value); }
  // Sets the next pc. Before the simulation starts it replaces reset_pc.
  void set_pc(std::uint32_t pc) { hart_.set_pc(pc); }

  // Control and status registers. csr() returns nothing if the register does not exist; set_csr()
  // returns false if it does not exist or is read-only.
  std::optional<std::uint32_t> csr(std::uint32_t number);
  bool set_csr(std::uint32_t number, std::uint32_t value) { return hart_.set_csr(number, value); }

  // Adds or removes an observer. Call it between two instructions or inside an observer's callback.
  // Observers are called in the order of their addition. Without observers the core runs at full
  // speed.
  void observe(CpuObserver& observer) { observers_.push_back(&observer); }
  void unobserve(CpuObserver& observer);
  // Call once, before the simulation starts. The observer must outlive the CPU's run.
  void observe_functions(FunctionObserver& observer);
  // When an interrupt's handler returns, the observer receives the line and the cycles since the
  // trap.
  void observe_handler_return(std::function<void(HartInterrupt, std::uint64_t)> observer) {
    served_observer_ = std::move(observer);
  }
  [[deprecated("use observe_handler_return()")]] void observe_served(
      std::function<void(HartInterrupt, std::uint64_t)> observer) {
    observe_handler_return(std::move(observer));
  }
  // The observer receives every change of an interrupt line.
  void observe_lines(std::function<void(HartInterrupt, bool, TimePs)> observer) {
    line_observer_ = std::move(observer);
  }

  // Call before the simulation starts. Halting a CPU in the debugger changes no result.
  void attach(CpuDebugger& debugger) { debugger_ = &debugger; }
  // sorted: ascending addresses. Before an instruction at one of them the CPU asks the debugger
  // whether to halt; other instructions cost nothing. Breakpoints take effect at the next run of
  // instructions.
  void set_breakpoints(std::vector<std::uint32_t> sorted) {
    hart_.set_breakpoints(std::move(sorted));
  }
  // Disables the lookahead, for clients that act on other CPUs at the instant of this CPU's
  // accesses.
  void disable_lookahead() { lookahead_ps_ = 0; }
  [[deprecated("use disable_lookahead()")]] void stay_in_step() { disable_lookahead(); }

  std::uint32_t pc() const { return hart_.pc(); }
  std::uint32_t reg(unsigned number) const { return hart_.reg(number); }
  const CycleProfile& profile() const { return config_.profile; }
  const Clock& clock() const { return clock_; }
  bool sleeping() const { return sleeping_; }

  struct Counters {
    std::uint64_t instructions = 0;
    std::uint64_t cycles_busy = 0;  // cycles awake; 0 with an instantaneous profile
    std::uint64_t exceptions = 0;
    std::uint64_t interrupts = 0;
  };
  Counters counters() const;
  // The last exception of the program since the last reset, if there was one.
  std::optional<Trap> last_exception() const;
  // Latency from the rise of a line to the start of the handler's first instruction, in ps. Each
  // rise counts once.
  const Histogram& interrupt_latency_ps() const { return interrupt_latency_ps_; }
  const InterruptTimes& interrupt_times() const { return hart_.interrupt_times(); }
  // The time at which interrupts became masked (by mstatus, by mie or by a running handler); empty
  // if they are not masked.
  std::optional<TimePs> interrupts_masked_since() const;
  // The time at which the line, a bit of mip, became high; empty if it is low at the present
  // instant.
  std::optional<TimePs> interrupt_pending_since(unsigned line);
  // Cycles awake up to the last instruction. interrupt_times() uses this count. With an
  // instantaneous profile it counts instructions.
  std::uint64_t hart_cycles() const { return hart_.cycles(); }
  [[deprecated("use hart_cycles()")]] std::uint64_t cycles_awake() const { return hart_cycles(); }

 private:
  static constexpr std::uint64_t kMaxAtOneInstant = 1'000'000;

  void start_of_simulation() override;
  void run();
  void handle(Hart::Stop stop);
  void sleep();
  void notify_wake(TimePs at);
  // Waits for the end of a stall or reset.
  void wait_for_stall_and_reset(TimePs local);
  // Lets the kernel run everything before and at the CPU's time.
  void wait_for_kernel(TimePs local);
  void fail(const std::string& cause);
  // Call before slept_cycles_ or instant_ changes: the time of an earlier cycle is unknown
  // afterwards.
  void keep_time_of_masking();
  TimePs time_of_masking(std::uint64_t cycle) const;
  // Calls a function of every observer.
  template <typename... Parameters, typename... Arguments>
  void notify_observers(void (CpuObserver::*function)(Parameters...),
                        const Arguments&... arguments) {
    // A callback may add observers: NOLINTNEXTLINE(modernize-loop-convert)
    for (std::size_t i = 0; i < observers_.size(); ++i) {
      if (observers_[i] != nullptr) {
        (observers_[i]->*function)(arguments...);
      }
    }
  }
  Hart::Stop run_stretch(std::uint64_t limit);
  Hart::Stop run_observed(std::uint64_t limit);
  void update_lines(TimePs time);
  bool interrupt_pending_before(TimePs at);
  // Halts the CPU if the debugger asks for it. Returns true if external state may have changed.
  bool check_debug_halt(TimePs local);

  // Start time of the next instruction.
  TimePs local_time(std::uint64_t cycles_later = 0) const;
  // The time before which nothing outside the CPU can happen.
  TimePs horizon();
  // Returns whether another CPU acts before an externally visible effect at `at`.
  bool other_cpu_precedes(TimePs at) const { return other_cpus_time_ <= at; }
  void update_other_cpus_time();
  void run_other_cpus_before(TimePs at);
  // Converts `limit` and the other bounds of the next run of instructions into a count of the
  // hart's cycles.
  std::uint64_t limit_cycles(TimePs limit);
  std::uint64_t attempts() const { return hart_.instructions() + hart_.exceptions(); }
  std::uint64_t wait_cycles(TimePs waited);
  std::uint64_t count_wait_cycles(TimePs waited) const;

  // HartEnvironment
  void transfer(Access& access) override;
  void transfer_at(TimePs start, Access& access);
  void transfer_in_order(TimePs start, Access& access);
  bool may_transfer();
  TimePs round_up_to_edge(TimePs time) const;
  void drop_aborted_instruction();
  bool happens_before(TimePs time);
  void pass_time_until(TimePs time);
  void pass_fetch_time();
  // AheadInitiator, cpu_external.cpp.
  bool let_kernel_catch_up(sc_core::sc_time& delay) override;
  void target_returned(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) override;
  void target_threw() override { --open_calls_; }
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
  void enters_function() override;
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last);

  const CpuConfig config_;
  TimePs lookahead_ps_;
  const Clock clock_;
  Outcome& outcome_;
  Hart hart_;
  InterruptLines lines_;
  const std::shared_ptr<CpuScheduler> scheduler_;
  const std::size_t scheduler_index_;
  TimePs quantum_ps_;
  AheadExtension extension_{*this};
  tlm::tlm_generic_payload payload_;

  // Cycles spent asleep: the hart's cycle n is the clock's cycle n + slept_cycles_.
  std::uint64_t slept_cycles_ = 0;
  // The hart's cycle at which interrupts were last masked, and the time of that cycle, saved by
  // keep_time_of_masking(). slept_cycles_ gives the time of any other cycle.
  std::uint64_t masked_cycle_ = UINT64_MAX;
  TimePs masked_at_ = 0;
  // For an instantaneous profile: the CPU's time, and the hart's cycle count at which it was
  // reached.
  TimePs instant_ = 0;
  std::uint64_t cycles_before_instant_ = 0;

  // Conversions of time into cycles, cached.
  TimePs limit_time_ = -1;               // last argument of limit_cycles()
  std::uint64_t limit_clock_cycle_ = 0;  // the clock's cycle at or after limit_time_
  TimePs waited_ = 0;                    // last argument of wait_cycles()
  std::uint64_t waited_cycles_ = 0;      // its result

  // State of the present run of instructions.
  TimePs kernel_time_ = 0;           // the kernel's time, constant during the run
  TimePs horizon_ = 0;               // valid while no earlier event is notified (earliest_notified)
  TimePs other_cpus_time_ = kNever;  // time of the other CPUs, which this CPU may not pass
  bool lines_touched_ = false;       // an interrupt line was set since the run began

  CpuDebugger* debugger_ = nullptr;
  std::vector<CpuObserver*> observers_;  // null: removed
  FunctionObserver* functions_ = nullptr;
  // Start of the last instruction that was reported to observers.
  TimePs started_ = 0;
  std::function<void(HartInterrupt, std::uint64_t)> served_observer_;
  std::function<void(HartInterrupt, bool, TimePs)> line_observer_;
  bool sleeping_ = false;
  sc_core::sc_event wake_;
  sc_core::sc_process_handle thread_;  // of run()
  TimePs stalled_until_ = 0;
  TimePs reset_until_ = 0;
  std::uint64_t exceptions_before_reset_ = 0;
  bool was_reset_ = false;  // reset while it slept
  // True while the CPU waits, within an instruction, for other CPUs or for a target.
  bool waits_in_instruction_ = false;
  bool waits_for_target_ = false;
  unsigned open_calls_ = 0;  // nested b_transport calls in progress
  TimePs call_start_ = 0;    // start of the outermost call
  TimePs fetched_at_ = 0;    // end of a fetch's annotated delay; 0 once it has passed
  bool aborted_ = false;     // a reset aborted the instruction in progress
  TimePs aborted_at_ = 0;
  std::uint32_t restart_pc_ = 0;  // pc at which the core starts instead
  std::uint64_t interrupts_ = 0;
  Histogram interrupt_latency_ps_;
};

}  // namespace docsis_vp::platform
