// Who may hold a CPU between two instructions.
#pragma once

namespace docsis_vp::platform {

struct Trap;

class CpuDebugger {
 public:
  virtual ~CpuDebugger() = default;

  // Wants to be asked before each instruction, which takes the host longer; else only now and then,
  // and before instructions that have a breakpoint (Cpu::set_breakpoints).
  virtual bool watches_instructions() const = 0;
  // Whether the CPU is to stand at pc(), where it is about to execute an instruction. The answer
  // stays the same until hold() was called.
  virtual bool holds() = 0;
  // The kernel has come to the CPU's time and stands still; so does the CPU until this returns.
  virtual void hold() = 0;
  // The instruction at trap.pc is about to trap. True: it does not yet; holds() is asked, and the
  // instruction tried again afterwards.
  virtual bool holds_trap(const Trap& /*trap*/) { return false; }
};

}  // namespace docsis_vp::platform
