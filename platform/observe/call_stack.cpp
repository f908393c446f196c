#include "platform/observe/call_stack.h"

#include <algorithm>

namespace docsis_vp::platform {

namespace {

constexpr std::uint32_t kLongestInstruction = 4;

}  // namespace

bool CallStack::returns_to(std::uint32_t pc) const {
  return std::any_of(frames_.begin() + static_cast<std::ptrdiff_t>(bottom()), frames_.end(),
                     [pc](const Frame& frame) { return frame.returns_to == pc; });
}

void CallStack::enter(const RetiredInstruction& jump, std::uint32_t returns_to, bool is_tail) {
  frames_.push_back({{jump.pc, jump.next_pc, {}}, returns_to, sp_, is_tail, clock()});
}

// Ends the innermost call that returns to pc, all calls above it, and the calls that it was a tail
// call of.
void CallStack::leave_to(std::uint32_t pc) {
  while (frames_.back().returns_to != pc) {
    pop();
  }
  bool was_tail = true;
  while (was_tail && has_caller()) {
    was_tail = frames_.back().is_tail;
    pop();
  }
}

void CallStack::pop() {
  Frame& frame = frames_.back();
  frame.call.cost = clock() - frame.entered;
  report_(frame.call);
  frames_.pop_back();
}

void CallStack::trapped(const TakenTrap& trap) {
  levels_.push_back({frames_.size(), trap.trap.pc, total_, foreign_});
  total_ += {trap.cycles, 0};
}

void CallStack::leave_trap(std::uint32_t pc) {
  if (levels_.empty()) {
    return;
  }
  while (has_caller()) {
    pop();
  }
  const Level level = levels_.back();
  levels_.pop_back();
  foreign_ = level.foreign;
  foreign_ += total_ - level.total;
  // A handler of ecall returns to the next instruction.
  if (pc - level.interrupted_pc > kLongestInstruction) {
    while (has_caller()) {
      pop();
    }
  }
}

void CallStack::finish() {
  while (!levels_.empty()) {
    leave_trap(levels_.back().interrupted_pc);
  }
  while (has_caller()) {
    pop();
  }
}

}  // namespace docsis_vp::platform
