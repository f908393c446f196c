#include "platform/observe/fault_watch.h"

#include <algorithm>
#include <cstring>

#include "platform/bus/debug_access.h"

namespace docsis_vp::platform {

namespace {

constexpr std::size_t kDeepestStack = 16384;
constexpr std::uint32_t kPageBytes = 4096;
// Handlers that never return, such as a kernel's task switch, are dropped eventually.
constexpr std::size_t kMostTraps = 16;

}  // namespace

FaultWatch::FaultWatch(Cpu& cpu, const ElfImage& image, tlm::tlm_fw_transport_if<>& bus)
    : cpu_(cpu), image_(image), bus_(bus) {
  find_unhandled();
  cpu.observe(*this);
}

void FaultWatch::find_unhandled() {
  const ElfImage::Symbol* const symbol = image_.symbol("unhandled_trap");
  unhandled_ = symbol == nullptr ? std::nullopt : std::optional(symbol->address);
}

void FaultWatch::on_retired(const RetiredInstruction& instruction) {
  arrive(instruction.next_pc);
  if (instruction.next_pc != instruction.pc + instruction.length_bytes) {
    add({instruction.pc, instruction.next_pc, instruction.end});
  }
  if (instruction.operation == Operation::mret && !traps_.empty()) {
    traps_.pop_back();
    if (exception_ && traps_.size() < exception_depth_) {
      exception_.reset();
    }
  }
}

void FaultWatch::on_trap(const TakenTrap& trap) {
  const bool is_interrupt = (trap.trap.cause & kInterruptCause) != 0;
  if (traps_.size() == kMostTraps) {
    traps_.erase(traps_.begin());
  }
  traps_.push_back({trap.trap.pc, cpu_.reg(kStackPointer), is_interrupt, trap.handler});
  latest_ = trap;
  if (!is_interrupt && trap.trap.cause != kMachineEcall) {
    remember();
  }
  arrive(trap.handler);
  add({trap.trap.pc, trap.handler, trap.end});
}

// Only jumps ran between the trap and this instruction, so the registers are unchanged.
void FaultWatch::arrive(std::uint32_t pc) {
  if (pc == unhandled_ && !traps_.empty() && !(exception_ && exception_depth_ == traps_.size())) {
    remember();
  }
}

// Records the latest trap as the innermost exception.
void FaultWatch::remember() {
  exception_depth_ = traps_.size();
  exception_ = Exception{latest_.trap, latest_.end, position()};
  exception_->position.frame.pc = latest_.trap.pc;
  exception_->position.traps.pop_back();
}

void FaultWatch::on_reset(TimePs) {
  traps_.clear();
  exception_.reset();
  failure_.clear();
  find_unhandled();
}

void FaultWatch::on_failure(TimePs, const std::string& cause) {
  failure_ = cause;
}

FaultWatch::Position FaultWatch::position() const {
  Position position;
  for (unsigned number = 0; number < position.frame.registers.size(); ++number) {
    position.frame.registers[number] = cpu_.reg(number);
  }
  position.frame.pc = cpu_.pc();
  position.traps = traps_;
  const std::size_t kept = std::min(added_, kBranches);
  for (std::size_t i = added_ - kept; i < added_; ++i) {
    position.branches.push_back(branches_[i % kBranches]);
  }
  keep_stack(position);
  return position;
}

// An overflowed stack begins outside memory; the rest of it lies above.
void FaultWatch::keep_stack(Position& position) const {
  const std::uint32_t sp = position.frame.registers[kStackPointer];
  position.stack.resize(kDeepestStack);
  unsigned kept = 0;
  for (const std::uint32_t first : {sp, (sp | (kPageBytes - 1)) + 1}) {
    if (kept == 0) {
      position.stack_address = first;
      kept = read_debug(bus_, first, position.stack.data(),
                        static_cast<unsigned>(position.stack.size()));
    }
  }
  position.stack.resize(kept);
}

std::optional<std::uint32_t> FaultWatch::word(const Position& position,
                                              std::uint32_t address) const {
  std::uint32_t value = 0;
  const std::uint32_t offset = address - position.stack_address;
  if (position.stack.size() >= sizeof value && offset <= position.stack.size() - sizeof value) {
    std::memcpy(&value, position.stack.data() + offset, sizeof value);
    return value;
  }
  return read_word(bus_, address);
}

}  // namespace docsis_vp::platform
