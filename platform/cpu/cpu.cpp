#include "platform/cpu/cpu.h"

#include <algorithm>
#include <cstdio>

#include "platform/bus/code_holders.h"
#include "platform/bus/register_file.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform {

namespace {

HartConfig hart_config(const CpuConfig& config) {
  HartConfig hart;
  hart.profile = config.profile;
  hart.reset_pc = config.reset_pc;
  hart.hart_id = config.hart_id;
  hart.whole_blocks = config.whole_blocks;
  hart.stop_without_handler = config.fail_without_handler;
  hart.null_guard_bytes = config.null_guard_bytes;
  return hart;
}

}  // namespace

Cpu::Cpu(const sc_core::sc_module_name& name, const CpuConfig& config, Outcome& outcome)
    : sc_module(name),
      socket("socket"),
      config_(config),
      lookahead_ps_(config.lookahead_ps),
      clock_(config.clock_hz),
      outcome_(outcome),
      hart_(*this, hart_config(config)),
      scheduler_(CpuScheduler::shared()),
      scheduler_index_(scheduler_->add()),
      quantum_ps_(config.quantum_ps) {
  SC_HAS_PROCESS(Cpu);
  socket.register_invalidate_direct_mem_ptr(this, &Cpu::invalidate_direct_mem_ptr);
  SC_THREAD(run);
  payload_.set_extension(&extension_);
}

// The payload must not free the extension, which is a member of the CPU.
Cpu::~Cpu() {
  payload_.clear_extension(&extension_);
}

void Cpu::run() {
  thread_ = sc_core::sc_get_current_process_handle();
  while (!outcome_.ended()) {
    const TimePs local = local_time();
    if (local < stalled_until_) {
      wait_for_stall_and_reset(local);
      continue;
    }
    kernel_time_ = now_ps();
    horizon_ = horizon();
    earliest_notified = kNever;
    if (local >= horizon_) {
      wait_for_kernel(local);
      continue;
    }
    update_lines(local);
    if (check_debug_halt(local)) {
      continue;
    }
    lines_touched_ = false;
    const std::uint64_t limit = limit_cycles(std::min(horizon_, lines_.next_change()));
    const Hart::Stop stop = run_stretch(limit);
    if (__builtin_expect(aborted_, false)) {
      drop_aborted_instruction();
    } else {
      handle(stop);
    }
  }
  scheduler_->pass();
  // The thread never returns: SystemC tells sanitizers about waiting threads, not about ended ones.
  wait();
}

// A stretch continues into an interrupt's handler unless an observer wants to look in between.
Hart::Stop Cpu::run_stretch(std::uint64_t limit) {
  if (!observers_.empty()) {
    return run_observed(limit);
  }
  const Hart::Stop stop = hart_.run(limit);
  if (stop != Hart::Stop::kInterrupt || debugger_ != nullptr) {
    return stop;
  }
  handle(stop);
  return hart_.run(limit);
}

void Cpu::handle(Hart::Stop stop) {
  const bool exhausted = stop == Hart::Stop::kLimit && attempts() >= config_.max_instructions;
  const bool circles = stop == Hart::Stop::kLimit && config_.profile.instantaneous &&
                       hart_.cycles() - cycles_before_instant_ >= kMaxAtOneInstant;
  const bool fails =
      exhausted || circles || stop == Hart::Stop::kNoHandler || stop == Hart::Stop::kTrapLoop;
  // Another CPU may fail first. Wait before building any text: it would leak if the thread ended.
  if (fails && other_cpu_precedes(local_time())) {
    run_other_cpus_before(local_time());
    if (outcome_.ended()) {
      return;
    }
  }
  switch (stop) {
    case Hart::Stop::kFetch:
      pass_fetch_time();
      break;
    case Hart::Stop::kTransaction:
    case Hart::Stop::kStopPoint:
    case Hart::Stop::kHeldTrap:
      break;
    case Hart::Stop::kLimit:
      if (exhausted) {
        fail("instruction limit of " + std::to_string(config_.max_instructions) + " reached");
      } else if (circles) {
        fail("no progress: " + std::to_string(kMaxAtOneInstant) + " instructions at one instant");
      }
      break;
    case Hart::Stop::kInterrupt: {
      const unsigned line = hart_.take_interrupt();
      ++interrupts_;
      if (const std::optional<TimePs> raised = lines_.take_rise(line)) {
        interrupt_latency_ps_.add(static_cast<std::uint64_t>(local_time() - *raised));
      }
      break;
    }
    case Hart::Stop::kSleep:
      sleep();
      break;
    case Hart::Stop::kNoHandler:
      fail("trap without a handler (mtvec was never written): " + describe(hart_.last_trap()));
      break;
    case Hart::Stop::kTrapLoop:
      fail("no progress: traps without an instruction between them; last " +
           describe(hart_.last_trap()));
      break;
  }
}

std::optional<TimePs> Cpu::interrupts_masked_since() const {
  const std::optional<std::uint64_t> cycle = hart_.interrupt_times().masked_since();
  return cycle ? std::optional(time_of_masking(*cycle)) : std::nullopt;
}

std::optional<TimePs> Cpu::interrupt_pending_since(unsigned line) {
  update_lines(std::max(local_time(), now_ps()));
  const bool pending = (lines_.pending() >> line & 1) != 0;
  return pending ? std::optional(lines_.raised_at(line)) : std::nullopt;
}

TimePs Cpu::time_of_masking(std::uint64_t cycle) const {
  if (cycle == masked_cycle_) {
    return masked_at_;
  }
  return config_.profile.instantaneous ? instant_ : clock_.edge(cycle + slept_cycles_);
}

void Cpu::keep_time_of_masking() {
  if (const std::optional<std::uint64_t> cycle = hart_.interrupt_times().masked_since()) {
    masked_at_ = time_of_masking(*cycle);
    masked_cycle_ = *cycle;
  }
}

void Cpu::sleep() {
  keep_time_of_masking();
  sleeping_ = true;
  was_reset_ = false;
  notify_observers(&CpuObserver::on_sleep, local_time());
  if (functions_ != nullptr) {
    functions_->on_sleep(local_time());
    hart_.leave_function();
  }
  update_lines(local_time());
  while (!hart_.wakes() && !was_reset_ && !outcome_.ended()) {
    if (lines_.next_change() > now_ps()) {
      notify_wake(lines_.next_change());
      scheduler_->pass();
      wait(wake_);
    }
    // Applies line changes one by one, because a pulse shorter than a cycle wakes the core, too.
    update_lines(std::min(lines_.next_change(), now_ps()));
  }
  sleeping_ = false;
  const TimePs now = now_ps();
  if (config_.profile.instantaneous) {
    if (now > instant_) {
      instant_ = now;
      cycles_before_instant_ = hart_.cycles();
    }
  } else if (now > local_time()) {
    slept_cycles_ = clock_.cycle_at_or_after(now) - hart_.cycles();
  }
  notify_observers(&CpuObserver::on_wake, local_time());
}

// Wakes at the first clock edge at or after `at`; the core could not act earlier.
void Cpu::notify_wake(TimePs at) {
  if (at != kNever) {
    notify_at(wake_, config_.profile.instantaneous ? at : clock_.after(at, 0));
  }
}

void Cpu::reset(std::uint32_t pc, TimePs start) {
  hart_.reset(pc);
  exceptions_before_reset_ = hart_.exceptions();
  reset_until_ = start;
  stall_until(start);
  was_reset_ = true;
  if (waits_in_instruction_) {
    aborted_at_ = aborted_ ? aborted_at_ : now_ps();
    restart_pc_ = pc;
    aborted_ = true;
  }
  notify_observers(&CpuObserver::on_reset, start);
  if (functions_ != nullptr) {
    functions_->on_reset(start);
  }
  if (sleeping_) {
    notify_at(wake_, now_ps());
  }
}

void Cpu::stall_until(TimePs time) {
  stalled_until_ = std::max(stalled_until_, time);
}

// The core counts as asleep while held in reset, and as awake while it waits for the bus.
void Cpu::wait_for_stall_and_reset(TimePs local) {
  keep_time_of_masking();
  if (config_.profile.instantaneous) {
    instant_ = stalled_until_;
    cycles_before_instant_ = hart_.cycles();
    return;
  }
  const auto cycles_to = [this](TimePs time) {
    return clock_.cycle_at_or_after(time) - slept_cycles_ - hart_.cycles();
  };
  if (local < reset_until_) {
    slept_cycles_ += cycles_to(reset_until_);
  }
  if (local_time() < stalled_until_) {
    hart_.wait(cycles_to(stalled_until_));
  }
}

void Cpu::wait_for_kernel(TimePs local) {
  if (local > now_ps()) {
    scheduler_->wait_until(scheduler_index_, local);
  }
  if (sc_core::sc_pending_activity_at_current_time()) {
    scheduler_->join(scheduler_index_);
  }
}

void Cpu::update_lines(TimePs time) {
  lines_.advance(time);
  hart_.set_pending(lines_.pending());
}

// Line changes by a transaction take effect at the next instruction. The stretch ends only if that
// is an interrupt, or if a change is still to come.
bool Cpu::interrupt_pending_before(TimePs at) {
  lines_touched_ = false;
  update_lines(at);
  return hart_.interrupted() || lines_.next_change() != kNever;
}

// An interrupt precedes the instruction with the breakpoint.
bool Cpu::check_debug_halt(TimePs local) {
  if (debugger_ == nullptr || hart_.interrupted() || !debugger_->holds()) {
    return false;
  }
  if (local > kernel_time_) {
    wait_for_kernel(local);
  } else {
    debugger_->hold();
  }
  return true;
}

std::optional<std::uint32_t> Cpu::csr(std::uint32_t number) {
  update_lines(std::max(local_time(), now_ps()));
  return hart_.csr(number);
}

void Cpu::fail(const std::string& cause) {
  char at[24];
  std::snprintf(at, sizeof at, ", pc 0x%08x", hart_.pc());
  notify_observers(&CpuObserver::on_failure, local_time(), cause);
  outcome_.fail(std::string(name()) + ": " + cause + at, local_time());
}

void Cpu::set_interrupt(HartInterrupt line, bool level, const sc_core::sc_time& delay) {
  lines_.set(static_cast<unsigned>(line), level, now_ps() + to_ps(delay));
  lines_touched_ = true;
  if (line_observer_) {
    line_observer_(line, level, now_ps() + to_ps(delay));
  }
  if (sleeping_) {
    notify_wake(now_ps() + to_ps(delay));
  }
}

Cpu::Counters Cpu::counters() const {
  std::uint64_t cycles = config_.profile.instantaneous ? 0 : hart_.cycles();
  if (waits_for_target_ && !config_.profile.instantaneous) {
    const TimePs waits_until = aborted_ ? aborted_at_ : now_ps();
    cycles += clock_.cycle_at(std::max<TimePs>(waits_until - local_time(), 0));
  }
  return {hart_.instructions(), cycles, hart_.exceptions(), interrupts_};
}

TimePs Cpu::local_time(std::uint64_t cycles_later) const {
  return config_.profile.instantaneous ? instant_
                                       : clock_.edge(hart_.cycles() + slept_cycles_ + cycles_later);
}

TimePs Cpu::horizon() {
  scheduler_->hold_others();
  const std::uint64_t pending = sc_core::sc_time_to_pending_activity().value();
  const TimePs horizon = kernel_time_ + static_cast<TimePs>(std::min(
                                            pending, static_cast<std::uint64_t>(quantum_ps_)));
  scheduler_->release_others();
  update_other_cpus_time();
  const TimePs others = scheduler_->next(kernel_time_);
  if (others == kNever) {
    return horizon;
  }
  // Another CPU at the same instant: the two alternate after each instruction.
  const bool is_watched = !observers_.empty() || functions_ != nullptr || debugger_ != nullptr;
  const bool leads = lookahead_ps_ > 0 && !is_watched;
  return std::min(horizon, leads ? others + lookahead_ps_ : std::max(others, kernel_time_ + 1));
}

void Cpu::run_other_cpus_before(TimePs at) {
  wait_for_kernel(at);
  kernel_time_ = now_ps();
  update_other_cpus_time();
}

// Effects outside a CPU happen in the order of time, then of the CPUs' construction. CPUs in step
// (no lookahead) keep this order by themselves. Other CPUs run only while this one waits.
void Cpu::update_other_cpus_time() {
  other_cpus_time_ = lookahead_ps_ != 0 ? scheduler_->next(kernel_time_) : kNever;
}

std::uint64_t Cpu::limit_cycles(TimePs limit) {
  std::uint64_t cycles = cycles_before_instant_ + kMaxAtOneInstant;
  if (!config_.profile.instantaneous) {
    if (limit != limit_time_) {
      limit_time_ = limit;
      limit_clock_cycle_ = clock_.cycle_at_or_after(limit);
    }
    cycles = limit_clock_cycle_ - slept_cycles_;
  }
  // Every instruction takes at least one cycle.
  const std::uint64_t left =
      config_.max_instructions - std::min(attempts(), config_.max_instructions);
  const bool one = debugger_ != nullptr && debugger_->watches_instructions();
  const std::uint64_t stretch = one ? std::min<std::uint64_t>(left, 1) : left;
  return stretch < cycles - hart_.cycles() ? hart_.cycles() + stretch : cycles;
}

inline std::uint64_t Cpu::wait_cycles(TimePs waited) {
  if (waited != waited_) {
    waited_ = waited;
    waited_cycles_ = count_wait_cycles(waited);
  }
  return waited_cycles_;
}

inline void Cpu::transfer_at(TimePs start, Access& access) {
  payload_.set_command(access.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  payload_.set_address(access.address);
  payload_.set_data_ptr(reinterpret_cast<unsigned char*>(&access.value));
  payload_.set_data_length(access.size);
  payload_.set_streaming_width(access.size);
  payload_.set_byte_enable_ptr(nullptr);
  payload_.set_dmi_allowed(false);
  payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  sc_core::sc_time delay = to_sc_time(start - kernel_time_);
  socket->b_transport(payload_, delay);
  access.disturbed = earliest_notified < horizon_ || outcome_.ended() ||
                     (lines_touched_ && interrupt_pending_before(start));
  access.ok = payload_.is_response_ok();
  access.direct_allowed = config_.direct_memory && payload_.is_dmi_allowed();
  access.wait_cycles = wait_cycles(kernel_time_ + to_ps(delay) - start);
}

void Cpu::transfer(Access& access) {
  const TimePs start = local_time(access.cycles_into_instruction);
  if (__builtin_expect(other_cpu_precedes(start), false)) {
    transfer_in_order(start, access);
  } else {
    transfer_at(start, access);
  }
}

[[gnu::noinline]] void Cpu::transfer_in_order(TimePs start, Access& access) {
  waits_in_instruction_ = true;
  if (!aborted_) {
    run_other_cpus_before(start);
  }
  waits_in_instruction_ = false;
  if (may_transfer()) {
    transfer_at(start, access);
  } else {
    access.ok = true;
    access.direct_allowed = false;
    access.wait_cycles = 0;
  }
  access.disturbed = true;
}

// The bus rounds times to picoseconds. An excess of up to 1/64 cycle costs no cycle.
std::uint64_t Cpu::count_wait_cycles(TimePs waited) const {
  if (waited <= 0 || config_.profile.instantaneous) {
    return 0;
  }
  const TimePs forgiven = kPsPerSecond / static_cast<TimePs>(64 * config_.clock_hz);
  return clock_.cycle_at_or_after(std::max<TimePs>(waited - forgiven, 0));
}

std::optional<BusMaster::DirectRegion> Cpu::request_direct(bool write, std::uint32_t address) {
  tlm::tlm_dmi dmi;
  payload_.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  payload_.set_address(address);
  payload_.set_dmi_allowed(false);
  if (!socket->get_direct_mem_ptr(payload_, dmi)) {
    return {};
  }
  DirectRegion region;
  region.first = static_cast<std::uint32_t>(dmi.get_start_address());
  region.last =
      static_cast<std::uint32_t>(std::min<sc_dt::uint64>(dmi.get_end_address(), UINT32_MAX));
  region.bytes = dmi.get_dmi_ptr();
  region.readable = dmi.is_read_allowed();
  region.writable = dmi.is_write_allowed();
  region.read_wait_cycles = saturate_u32(wait_cycles(to_ps(dmi.get_read_latency())));
  region.write_wait_cycles = saturate_u32(wait_cycles(to_ps(dmi.get_write_latency())));
  return region;
}

void Cpu::hold_code(std::uint32_t first, std::uint32_t last) {
  HoldsCode held;
  held.first = first;
  held.last = last;
  std::uint32_t nothing = 0;
  tlm::tlm_generic_payload message;
  message.set_command(tlm::TLM_IGNORE_COMMAND);
  message.set_address(first);
  message.set_data_ptr(reinterpret_cast<unsigned char*>(&nothing));
  message.set_data_length(sizeof nothing);
  message.set_streaming_width(sizeof nothing);
  message.set_extension(&held);
  socket->transport_dbg(message);
  message.clear_extension(&held);
}

std::optional<Trap> Cpu::last_exception() const {
  if (hart_.exceptions() == exceptions_before_reset_) {
    return {};
  }
  return hart_.last_trap();
}

std::uint64_t Cpu::time_us() {
  const TimePs now = local_time();
  return config_.time_us ? config_.time_us(now) : static_cast<std::uint64_t>(now / kPsPerUs);
}

void Cpu::invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) {
  hart_.invalidate(first, last);
}

}  // namespace docsis_vp::platform
