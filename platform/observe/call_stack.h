// Who called whom, as seen from outside a program, and what each call cost.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "platform/cpu/cpu_observer.h"

namespace docsis_vp::platform {

struct RunCost {
  std::uint64_t cycles = 0;
  std::uint64_t instructions = 0;

  RunCost& operator+=(const RunCost& other) {
    cycles += other.cycles;
    instructions += other.instructions;
    return *this;
  }
  RunCost operator-(const RunCost& other) const {
    return {cycles - other.cycles, instructions - other.instructions};
  }
};

// Calls are jumps that leave a return address in ra or t0, and jumps to the beginning of another
// function (tail calls, which end together with their caller). What a trap's handler costs is
// nobody's else, so handlers are roots. A handler that goes on elsewhere than where it interrupted,
// as a kernel does that switches tasks, ends the calls it interrupted.
class CallStack {
 public:
  struct Call {
    std::uint32_t site = 0;    // address of the calling instruction
    std::uint32_t callee = 0;  // of its first instruction
    RunCost cost;              // with all it called
  };
  using Report = std::function<void(const Call&)>;

  explicit CallStack(Report report) : report_(std::move(report)) {}

  // begins: whether an address begins another function than the one that holds `from`.
  template <typename Begins>
  void retired(const RetiredInstruction& instruction, Begins begins) {
    total_ += {instruction.cycles, 1};
    if (instruction.operation == Operation::mret) {
      leave_trap(instruction.next_pc);
    } else if (instruction.operation == Operation::jal ||
               instruction.operation == Operation::jalr) {
      const bool links = instruction.rd == 1 || instruction.rd == 5;
      if (links) {
        enter(instruction, instruction.pc + instruction.length_bytes, false);
      } else if (returns_to(instruction.next_pc)) {
        leave_to(instruction.next_pc);
      } else if (begins(instruction.next_pc, instruction.pc) && has_caller()) {
        enter(instruction, frames_.back().returns_to, true);
      }
    }
  }
  void trapped(const TakenTrap& trap);
  // Ends all calls: at the end of the run, or when the CPU starts anew.
  void finish();

  const RunCost& total() const { return total_; }

 private:
  struct Frame {
    Call call;
    std::uint32_t returns_to;
    bool is_tail;
    RunCost entered;  // the clock of its level by then
  };
  struct Level {
    std::size_t first_frame;  // of the handler
    std::uint32_t interrupted_pc;
    RunCost total;    // by then
    RunCost foreign;  // likewise
  };

  // What is not a handler's cost, at the level that runs.
  RunCost clock() const { return total_ - foreign_; }
  std::size_t bottom() const { return levels_.empty() ? 0 : levels_.back().first_frame; }
  bool has_caller() const { return frames_.size() > bottom(); }
  bool returns_to(std::uint32_t pc) const;
  void enter(const RetiredInstruction& jump, std::uint32_t returns_to, bool is_tail);
  void leave_to(std::uint32_t pc);
  void leave_trap(std::uint32_t pc);
  void pop();

  const Report report_;
  RunCost total_;
  RunCost foreign_;
  std::vector<Frame> frames_;
  std::vector<Level> levels_;
};

}  // namespace docsis_vp::platform
