// Declares the interface of a debugger that can halt a CPU between two instructions.
#pragma once

namespace docsis_vp::platform {

struct Trap;

class CpuDebugger {
 public:
  virtual ~CpuDebugger() = default;

  // Returns whether the CPU must call holds() before each instruction, which is slow. Otherwise it
  // calls holds() occasionally, and before instructions with a breakpoint (Cpu::set_breakpoints).
  virtual bool watches_instructions() const = 0;
  // Returns whether the CPU must stop before the instruction at pc(). The answer must not change
  // until hold() is called.
  virtual bool holds() = 0;
  // Called when the kernel has reached the CPU's time. The CPU and simulated time stand still until
  // it returns.
  virtual void hold() = 0;
  // Called before the instruction at trap.pc traps. If it returns true, the trap is deferred: the
  // CPU calls holds() and then tries the instruction again.
  virtual bool holds_trap(const Trap& /*trap*/) { return false; }
};

}  // namespace docsis_vp::platform
