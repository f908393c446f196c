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

}  // namespace docsis_vp::platform
