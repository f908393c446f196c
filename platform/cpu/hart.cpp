#include "platform/cpu/hart.h"

namespace docsis_vp::platform {

namespace {

std::uint32_t extended(Operation load, std::uint32_t value) {
  switch (load) {
    case Operation::lb:
      return static_cast<std::uint32_t>(static_cast<std::int8_t>(value));
    case Operation::lh:
      return static_cast<std::uint32_t>(static_cast<std::int16_t>(value));
    default:
      return value;
  }
}

std::uint32_t lowest_bytes(std::uint32_t value, unsigned bytes) {
  return bytes >= 4 ? value : value & ((1U << (8 * bytes)) - 1);
}

constexpr std::uint32_t kChangedByMret = 0x300;  // mstatus

bool writes_csr(const MicroOp& operation) {
  const bool always =
      operation.operation == Operation::csrrw || operation.operation == Operation::csrrwi;
  const bool accesses =
      operation.operation >= Operation::csrrw && operation.operation <= Operation::csrrci;
  return always || (accesses && operation.rs1 != 0);
}

// Interrupt lines by priority (privileged specification sec. 3.1.9): external, software, timer.
constexpr unsigned kByPriority[] = {11, 3, 7};

}  // namespace

Hart::Hart(HartEnvironment& environment, const HartConfig& config)
    : environment_(environment),
      config_(config),
      divide_by_zero_saves_(std::int64_t{config.profile.divide} - config.profile.divide_by_zero),
      pc_(config.reset_pc),
      memory_(environment, config.profile.word_crossing, config.null_guard_bytes),
      csrs_(config.hart_id, parse_isa(config.profile.isa)),
      blocks_(memory_, config.profile, labels_of(*this)),
      worst_extra_cycles_(memory_.worst_extra_cycles()),
      whole_blocks_(config.whole_blocks),
      enters_targets_(config.whole_blocks) {}

Hart::Stop Hart::run(std::uint64_t limit_cycles) {
  observed_ = false;
  return run_until<false>(limit_cycles);
}

Hart::Stop Hart::run_observed(std::uint64_t limit_cycles) {
  if (!observed_) {
    observed_ = true;
    reported_cycles_ = cycles_;
  }
  whole_blocks_ = enters_targets_ = false;
  open_link_ = {};  // a link of a whole block must not lead to a single-instruction block
  const Stop stop = run_until<true>(limit_cycles);
  whole_blocks_ = config_.whole_blocks;
  enters_targets_ = whole_blocks_ && !watches_functions_;
  return stop;
}

void Hart::watch_functions(const FunctionObserver& functions) {
  watches_functions_ = true;
  enters_targets_ = false;
  blocks_.set_functions(functions);
  leave_function();
}

template <bool kObserved>
Hart::Stop Hart::run_until(std::uint64_t limit_cycles) {
  limit_ = limit_cycles;
  for (bool first = true; cycles_ < limit_; first = false) {
    flush_stale_code();
    const BlockCache::Found found = find();
    if (found.block != nullptr) {
      settle(*found.block);
      if (found.disturbed) {
        return Stop::kFetch;
      }
    }
    if (cycles_ >= limit_) {
      break;
    }
    if (interrupted()) {
      return Stop::kInterrupt;
    }
    if (found.block != nullptr && found.block->stops && !first) {
      return Stop::kStopPoint;
    }
    std::optional<Stop> stop;
    if (found.block == nullptr) {
      stop = trap(kInstructionAccessFault, found.fault_address, found.fault_wait_cycles);
    } else {
      const bool fits = static_cast<std::int64_t>(limit_ - cycles_) > found.block->latest_start;
      Block* const block = fits ? found.block : blocks_.find_single(pc_).block;
      if (!function_.contains(pc_)) {
        function_ = block->function;
        environment_.enters_function();
      }
      if (kObserved && !announce(*block)) {
        return Stop::kTransaction;
      }
      switch (execute(block)) {
        case Leave::kNextBlock:
          break;
        case Leave::kSystem:
          stop = system_instruction();
          break;
        case Leave::kTransaction:
          stop = Stop::kTransaction;
          break;
        case Leave::kLoadFault:
          stop = trap(kLoadAccessFault, slow_.address, slow_.wait_cycles);
          break;
        case Leave::kStoreFault:
          stop = trap(kStoreAccessFault, slow_.address, slow_.wait_cycles);
          break;
      }
      if (kObserved) {
        report_retired();
      }
    }
    if (stop) {
      return *stop;
    }
  }
  return Stop::kLimit;
}

BlockCache::Found Hart::find() {
  return whole_blocks_ ? blocks_.find(pc_) : blocks_.find_single(pc_);
}

void Hart::settle(Block& block) {
  if (arrived_) {
    cycles_ += static_cast<std::uint64_t>(block.entry_cycles);
    arrived_ = false;
  }
  if (loaded_ != 0) {
    if (loaded_ == block.first_rs1 || loaded_ == block.first_rs2) {
      cycles_ += config_.profile.load_use;
    }
    loaded_ = 0;
  }
  // The engine does not go from one function to another by itself.
  if (open_link_.from != nullptr && open_link_.generation == blocks_.generation() &&
      open_link_.from->function == block.function) {
    if (open_link_.taken) {
      open_link_.from->taken = &block;
      open_link_.from->taken_cycles += block.entry_cycles;
    } else {
      open_link_.from->next = &block;
    }
  }
  open_link_ = {};
}

void Hart::flush_stale_code() {
  if (worst_extra_cycles_ != memory_.worst_extra_cycles()) {
    worst_extra_cycles_ = memory_.worst_extra_cycles();
    code_stale_ = true;
  }
  if (code_stale_ || memory_.code_changed()) {
    code_stale_ = false;
    blocks_.flush();
  }
  if (breakpoints_) {
    blocks_.set_breakpoints(std::move(*breakpoints_));
    breakpoints_.reset();
  }
}

void Hart::set_pc(std::uint32_t pc) {
  transfer_to(pc & ~1U);
}

void Hart::set_reg(unsigned number, std::uint32_t value) {
  if (number != 0) {
    registers_[number] = value;
  }
}

void Hart::invalidate(std::uint64_t first, std::uint64_t last) {
  memory_.invalidate(first, last);
}

void Hart::transfer_to(std::uint32_t pc) {
  pc_ = pc;
  arrived_ = true;
  loaded_ = 0;
  open_link_ = {};
}

bool Hart::slow_access(const MicroOp& operation, std::uint32_t address) {
  slow_.write = operation.operation >= Operation::sb;
  slow_.address = address;
  slow_.size = access_bytes(operation.operation);
  slow_.value = registers_[operation.rs2];  // x0 for a load
  memory_.access(slow_);
  if (slow_.ok) {
    registers_[operation.rd] = extended(operation.operation, slow_.value);
  }
  slow_.disturbed |= memory_.code_changed() || slow_.wait_cycles > worst_extra_cycles_;
  return slow_.ok;
}

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

bool Hart::announce(Block& block) {
  if (!environment_.starts()) {
    return false;
  }
  const MicroOp& operation = *block.operations();
  announced_.operation = operation;
  announced_.mark = *block.marks();
  announced_.pc = pc_;
  announced_.address = registers_[operation.rs1] + operation.immediate;
  announced_.stored = registers_[operation.rs2];
  announced_.instructions = instructions_;
  return true;
}

void Hart::report_retired() {
  if (instructions_ == announced_.instructions) {
    return;  // it trapped
  }
  const MicroOp& operation = announced_.operation;
  RetiredInstruction retired;
  retired.pc = announced_.pc;
  retired.next_pc = pc_;
  retired.bits = announced_.mark.bits;
  retired.length_bytes = announced_.mark.length_bytes;
  retired.operation = operation.operation;
  retired.rd = operation.rd == kDiscard ? std::uint8_t{0} : operation.rd;
  retired.rd_value = registers_[retired.rd];
  if (operation.operation >= Operation::lb && operation.operation <= Operation::sw) {
    retired.access_bytes = access_bytes(operation.operation);
    retired.stores = operation.operation >= Operation::sb && operation.operation <= Operation::sw;
    retired.address = announced_.address;
    retired.value = lowest_bytes(retired.stores ? announced_.stored : registers_[operation.rd],
                                 retired.access_bytes);
  }
  if (operation.operation == Operation::mret) {
    retired.written_csr = kChangedByMret;
  } else if (writes_csr(operation)) {
    retired.written_csr = operation.immediate >> 20;
  }
  if (retired.written_csr) {
    retired.csr_value = csr(*retired.written_csr).value_or(0);
  }
  retired.cycles = take_unreported_cycles();
  environment_.retired(retired);
}

void Hart::report_trap(const Trap& trap) {
  TakenTrap taken;
  taken.trap = trap;
  taken.handler = pc_;
  taken.cycles = take_unreported_cycles();
  environment_.trapped(taken);
}

std::uint64_t Hart::take_unreported_cycles() {
  const std::uint64_t cycles = cycles_ - reported_cycles_;
  reported_cycles_ = cycles_;
  return config_.profile.instantaneous ? 0 : cycles;
}

}  // namespace docsis_vp::platform
