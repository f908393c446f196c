// Operations outside the execution engine: CSRs, traps, interrupts.
#include "platform/cpu/hart.h"

namespace docsis_vp::platform {

// Interrupt lines by priority (privileged specification sec. 3.1.9): external, software, timer.
static constexpr unsigned kByPriority[] = {11, 3, 7};

std::optional<Hart::Stop> Hart::system_instruction() {
  const CycleProfile& profile = config_.profile;
  switch (system_->operation) {
    case Operation::fence_i:
      complete(profile.fence_i);
      transfer_to(pc_);  // refetches, like a jump
      code_stale_ = true;
      return {};
    case Operation::mret:
      complete(profile.mret);
      transfer_to(csrs_.leave_trap());
      if (const auto served = interrupt_times_.left(cycles_)) {
        environment_.served(served->line, served->cycles);
      }
      interrupt_times_.enabled(csrs_.takes_interrupts(), cycles_);
      return {};
    case Operation::wfi:
      complete(profile.wfi);
      return Stop::kSleep;
    case Operation::ecall:
      return trap(kMachineEcall, 0);
    case Operation::ebreak:
      return trap(kBreakpoint, 0);
    case Operation::illegal:
      return trap(kIllegalInstruction, system_->immediate);
    default:
      return csr_instruction();
  }
}

std::optional<Hart::Stop> Hart::csr_instruction() {
  const MicroOp& op = *system_;
  const Operation operation = op.operation;
  const std::uint32_t number = op.immediate >> 20;
  const bool immediate = operation >= Operation::csrrwi;
  const bool replaces = operation == Operation::csrrw || operation == Operation::csrrwi;
  const bool sets = operation == Operation::csrrs || operation == Operation::csrrsi;
  const bool writes = replaces || op.rs1 != 0;
  const std::uint32_t operand = immediate ? op.rs1 : registers_[op.rs1];

  const CsrFile::Counts now = counts(number);
  const std::optional<std::uint32_t> old = csrs_.read(number, now, pending_);
  if (!old || (writes && CsrFile::is_read_only(number))) {
    return trap(kIllegalInstruction, op.immediate);
  }
  if (writes) {
    csrs_.write(number, replaces ? operand : sets ? *old | operand : *old & ~operand, now);
  }
  registers_[op.rd] = *old;
  const bool flushes = writes && !CsrFile::writes_without_flush(number);
  complete(flushes ? config_.profile.csr_write : config_.profile.csr_read);
  interrupt_times_.enabled(csrs_.takes_interrupts(), cycles_);
  return {};
}

void Hart::complete(std::uint32_t cycles) {
  cycles_ += cycles;
  ++instructions_;
  pc_ += system_length_bytes_;
}

CsrFile::Counts Hart::counts(std::uint32_t number) {
  CsrFile::Counts now;
  if (!config_.profile.instantaneous) {
    now.cycles = cycles_;
    now.next_cycles = cycles_ + 1;
  }
  now.instructions = instructions_;
  now.next_instructions = instructions_ + 1;
  if (CsrFile::is_time(number)) {
    now.time_us = environment_.time_us();
  }
  return now;
}

std::optional<Hart::Stop> Hart::trap(std::uint32_t cause, std::uint32_t value,
                                     std::uint64_t wait_cycles) {
  if (environment_.holds_trap({cause, pc_, value})) {
    return Stop::kHeldTrap;
  }
  cycles_ += wait_cycles;
  last_trap_ = {cause, pc_, value};
  ++exceptions_;
  if (!csrs_.has_handler() && config_.stop_without_handler) {
    return Stop::kNoHandler;
  }
  traps_in_a_row_ = instructions_ == instructions_at_trap_ ? traps_in_a_row_ + 1 : 0;
  instructions_at_trap_ = instructions_;
  if (traps_in_a_row_ == kTrapLoop) {
    return Stop::kTrapLoop;
  }
  enter_trap(last_trap_);
  return {};
}

void Hart::enter_trap(const Trap& trap) {
  const std::uint32_t handler = csrs_.enter_trap(trap.cause, trap.pc, trap.value);
  interrupt_times_.entered(trap.cause, cycles_, handler);
  cycles_ += config_.profile.trap_entry;
  transfer_to(handler);
  if (observed_) {
    report_trap(trap);
  }
}

void Hart::reset(std::uint32_t pc) {
  registers_ = {};
  csrs_.reset(counts(0));
  interrupt_times_.reset(cycles_);
  traps_in_a_row_ = 0;
  code_stale_ = true;
  if (watches_functions_) {
    leave_function();
  }
  set_pc(pc);
}

std::optional<std::uint32_t> Hart::csr(std::uint32_t number) {
  return csrs_.read(number, counts(number), pending_);
}

bool Hart::set_csr(std::uint32_t number, std::uint32_t value) {
  CsrFile::Counts now = counts(number);
  if (CsrFile::is_read_only(number) || !csrs_.read(number, now, pending_)) {
    return false;
  }
  // No instruction writes here, so the next values are the present ones.
  now.next_cycles = now.cycles;
  now.next_instructions = now.instructions;
  csrs_.write(number, value, now);
  interrupt_times_.enabled(csrs_.takes_interrupts(), cycles_);
  return true;
}

unsigned Hart::take_interrupt() {
  const std::uint32_t ready = csrs_.takes(pending_);
  unsigned line = 0;
  for (const unsigned candidate : kByPriority) {
    if ((ready >> candidate & 1) != 0) {
      line = candidate;
      break;
    }
  }
  enter_trap({kInterruptCause | line, pc_, 0});
  return line;
}

}  // namespace docsis_vp::platform
