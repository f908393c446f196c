// Reconstructs a program's calls from its instructions, with the cost of each call.
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

// A call is a jump that leaves a return address in ra or t0. A jump to the beginning of another
// function is a tail call, which ends together with its caller. A trap's handler is a root: its
// cost counts for no other function. A handler may return to another place than the interrupted
// instruction, as a kernel does that switches tasks; this ends the interrupted calls. A jump into a
// function that waits for a call, with the stack pointer of that call, ends the calls in between.
// longjmp and C++ exceptions cause such jumps.
class CallStack {
 public:
  struct Call {
    std::uint32_t site = 0;    // address of the calling instruction
    std::uint32_t callee = 0;  // address of the callee's first instruction
    RunCost cost;              // includes all nested calls
  };
  using Report = std::function<void(const Call&)>;

  explicit CallStack(Report report) : report_(std::move(report)) {}

  // function_of: maps an address to the start of its function.
  template <typename FunctionOf>
  void retired(const RetiredInstruction& instruction, FunctionOf function_of) {
    total_ += {instruction.cycles, 1};
    if (instruction.rd == kStackPointer) {
      sp_ = instruction.rd_value;
    }
    if (instruction.operation == Operation::mret) {
      leave_trap(instruction.next_pc);
    } else if (instruction.operation == Operation::jal ||
               instruction.operation == Operation::jalr) {
      const bool links = instruction.rd == 1 || instruction.rd == 5;
      if (links) {
        enter(instruction, instruction.pc + instruction.length_bytes, false);
      } else if (returns_to(instruction.next_pc)) {
        leave_to(instruction.next_pc);
      } else if (has_caller()) {
        jump(instruction, function_of);
      }
    }
  }
  void trapped(const TakenTrap& trap);
  // Ends all calls: at the end of the run, or when the CPU restarts.
  void finish();

  const RunCost& total() const { return total_; }

 private:
  static constexpr unsigned kStackPointer = 2;
  struct Frame {
    Call call;
    std::uint32_t returns_to;
    std::uint32_t sp;  // stack pointer at the call
    bool is_tail;
    RunCost entered;  // clock() of its level at the call
  };
  struct Level {
    std::size_t first_frame;  // first frame of the handler
    std::uint32_t interrupted_pc;
    RunCost total;    // value at the trap
    RunCost foreign;  // value at the trap
  };

  // Cost so far of the running level, without nested handlers.
  RunCost clock() const { return total_ - foreign_; }
  std::size_t bottom() const { return levels_.empty() ? 0 : levels_.back().first_frame; }
  bool has_caller() const { return frames_.size() > bottom(); }
  bool returns_to(std::uint32_t pc) const;
  void enter(const RetiredInstruction& jump, std::uint32_t returns_to, bool is_tail);
  void leave_to(std::uint32_t pc);
  void leave_trap(std::uint32_t pc);
  void pop();
  // Handles a jump that is neither a call nor a return to a waiting call.
  template <typename FunctionOf>
  void jump(const RetiredInstruction& instruction, FunctionOf function_of) {
    const std::uint32_t target = function_of(instruction.next_pc);
    if (target == function_of(instruction.pc)) {
      // A jump within the function, or a non-local jump to an outer activation of it.
      if (frames_.back().sp < sp_) {
        unwind(target, function_of);
      }
    } else if (target == instruction.next_pc) {
      enter(instruction, frames_.back().returns_to, true);
    } else {
      unwind(target, function_of);
    }
  }
  // target: the function that runs now; it was called earlier.
  template <typename FunctionOf>
  void unwind(std::uint32_t target, FunctionOf function_of) {
    std::size_t live = frames_.size();
    while (live > bottom() && has_ended(frames_[live - 1], target, function_of)) {
      --live;
    }
    // If the remaining call is not one of `target`, the stack pointer belongs to another stack.
    const bool is_known = live < frames_.size() &&
                          target == function_of(live > bottom() ? frames_[live - 1].call.callee
                                                                : frames_[live].call.site);
    if (is_known) {
      while (frames_.size() > live) {
        pop();
      }
    }
  }
  // True if the stack pointer is above its value at the call, so that the caller's frame is gone.
  // Also true if it has that value and the caller is the running function.
  template <typename FunctionOf>
  bool has_ended(const Frame& frame, std::uint32_t target, FunctionOf function_of) const {
    return frame.sp < sp_ || (frame.sp == sp_ && function_of(frame.call.site) == target);
  }

  const Report report_;
  RunCost total_;
  RunCost foreign_;
  std::uint32_t sp_ = 0;
  std::vector<Frame> frames_;
  std::vector<Level> levels_;
};

}  // namespace docsis_vp::platform
