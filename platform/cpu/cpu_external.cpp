// Accesses of a CPU to targets that wait, with resets by other processes meanwhile.
#include <algorithm>
#include <tlm>

#include "platform/cpu/cpu.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform {

void Cpu::start_of_simulation() {
  const sc_core::sc_time global = tlm::tlm_global_quantum::instance().get();
  if (global != sc_core::SC_ZERO_TIME) {
    quantum_ps_ = std::min(quantum_ps_, to_ps(global));
  }
}

// Returns false if the instruction is aborted or the run has ended. The instruction's other
// accesses then come here, too, by transfer_in_order().
bool Cpu::may_transfer() {
  if (aborted_) {
    other_cpus_time_ = -1;
  }
  return !aborted_ && !outcome_.ended();
}

// A bridge passes the CPU's transaction on within its own call. The inner target is served to its
// end, and what it returns is the bridge's.
bool Cpu::let_kernel_catch_up(sc_core::sc_time& delay) {
  if (open_calls_ != 0 && sc_core::sc_get_current_process_handle() != thread_) {
    ++open_calls_;
    return true;
  }
  waits_in_instruction_ = true;
  waits_for_target_ = true;
  run_other_cpus_before(std::max(now_ps() + to_ps(delay), now_ps()));
  delay = sc_core::SC_ZERO_TIME;
  if (open_calls_ == 0) {
    if (!may_transfer()) {
      waits_in_instruction_ = false;
      waits_for_target_ = false;
      return false;
    }
    call_start_ = kernel_time_;
  }
  ++open_calls_;
  // The target may wait: other CPUs continue meanwhile.
  scheduler_->pass();
  return true;
}

void Cpu::target_returned(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  if (--open_calls_ != 0) {
    return;
  }
  kernel_time_ = now_ps();
  update_other_cpus_time();
  const bool waited = kernel_time_ > call_start_;
  const TimePs end = kernel_time_ + std::max<TimePs>(to_ps(delay), 0);
  const bool rounds = !config_.profile.instantaneous && (waited || end > kernel_time_);
  const TimePs done = rounds ? round_up_to_edge(end) : end;
  const bool overlaps = hart_.fetches() && transaction.is_response_ok() && !aborted_;
  if (!overlaps || config_.profile.instantaneous) {
    pass_time_until(std::min(end, done));
  } else if (end > kernel_time_) {
    fetched_at_ =
        std::max(fetched_at_, kernel_time_) + std::min(end, done) - kernel_time_;  // of both halves
  }
  waits_in_instruction_ = false;
  waits_for_target_ = false;
  if (!may_transfer()) {
    fetched_at_ = 0;
    transaction.set_response_status(tlm::TLM_OK_RESPONSE);  // a failed access would trap
    delay = aborted_ ? to_sc_time(aborted_at_ - kernel_time_) : sc_core::SC_ZERO_TIME;
    return;
  }
  // The CPU must never be behind the kernel, not even by a fraction of a cycle.
  if (config_.profile.instantaneous) {
    stall_until(done);
  } else if (waited) {
    stall_until(kernel_time_);
  }
  delay = to_sc_time(done - kernel_time_);
}

// Whether the kernel or another CPU may act before this time.
bool Cpu::happens_before(TimePs time) {
  return other_cpu_precedes(time) ||
         sc_core::sc_time_to_pending_activity() < to_sc_time(time - now_ps());
}

// A reset amid annotated time must find the instruction unfinished, as amid time that the target
// waits. Where nothing can happen meanwhile, the CPU runs ahead instead, which is faster.
void Cpu::pass_time_until(TimePs time) {
  if (time > kernel_time_ && !outcome_.ended() && (aborted_ || happens_before(time))) {
    run_other_cpus_before(time);
  }
}

// The core may overlap a fetch with earlier instructions, and then does not wait for all of what
// the target annotated. So this time passes after the fetch, as far as the core waits for it.
void Cpu::pass_fetch_time() {
  const TimePs done = std::min(fetched_at_, local_time());
  fetched_at_ = 0;
  if (done <= kernel_time_) {
    return;
  }
  waits_in_instruction_ = true;
  pass_time_until(done);
  waits_in_instruction_ = false;
  if (aborted_) {
    drop_aborted_instruction();
  }
}

// Rounds up to a clock edge. As in count_wait_cycles(), an excess of 1/64 cycle is ignored, but the
// result is never in the past.
TimePs Cpu::round_up_to_edge(TimePs time) const {
  const TimePs forgiven = kPsPerSecond / static_cast<TimePs>(64 * config_.clock_hz);
  return clock_.edge(clock_.cycle_at_or_after(std::max(kernel_time_, time - forgiven)));
}

// The reset preceded the end of the instruction, whose effects are undone here.
void Cpu::drop_aborted_instruction() {
  aborted_ = false;
  if (!config_.profile.instantaneous) {
    const std::uint64_t end = clock_.cycle_at_or_after(aborted_at_) - slept_cycles_;
    hart_.wait(end - hart_.cycles());  // negative if the instruction ran to its end
  }
  hart_.reset(restart_pc_);
  exceptions_before_reset_ = hart_.exceptions();
  reset_until_ = std::max(reset_until_, now_ps());
  stall_until(reset_until_);
}

}  // namespace docsis_vp::platform
