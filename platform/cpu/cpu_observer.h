// Declares the observer interface for each instruction of a CPU: debuggers, traces, profiles,
// waves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "platform/base/time.h"
#include "platform/cpu/decoder.h"
#include "platform/cpu/trap.h"

namespace docsis_vp::platform {

struct RetiredInstruction {
  std::uint32_t pc = 0;
  std::uint32_t next_pc = 0;
  std::uint32_t bits = 0;  // 16 bits if compressed
  std::uint8_t length_bytes = 0;
  Operation operation = Operation::illegal;
  std::uint8_t rd = 0;  // 0: writes no register
  std::uint32_t rd_value = 0;
  std::uint8_t access_bytes = 0;  // 0: neither load nor store
  bool stores = false;
  std::uint32_t address = 0;
  std::uint32_t value = 0;                   // stored or loaded value, of access_bytes
  std::optional<std::uint32_t> written_csr;  // mret: mstatus
  std::uint32_t csr_value = 0;               // new value of that CSR
  // Cycles awake since the previous report. The cycles of all instructions and traps add up to the
  // counter. 0 for a profile without time.
  std::uint64_t cycles = 0;
  TimePs start = 0;
  TimePs end = 0;  // earliest start of the next instruction
};

// An exception or an interrupt (kInterruptCause) that the hart takes; the instruction at trap.pc
// did not run.
struct TakenTrap {
  Trap trap;
  std::uint32_t handler = 0;
  std::uint64_t cycles = 0;  // as in RetiredInstruction
  TimePs end = 0;            // earliest start of the handler's first instruction
};

// Observation changes no result but slows the simulation. All calls except on_reset() come from the
// CPU's thread. Simulated time stands still during a call.
class CpuObserver {
 public:
  virtual ~CpuObserver() = default;
  // Called before the instruction at pc starts. Return false if the observer changed the CPU, its
  // code or its lines, or ended the run. The CPU then evaluates its state again, and reports the
  // instruction that starts.
  virtual bool on_instruction(TimePs, std::uint32_t /*pc*/) { return true; }
  virtual void on_retired(const RetiredInstruction&) {}
  virtual void on_trap(const TakenTrap&) {}
  virtual void on_sleep(TimePs) {}
  virtual void on_wake(TimePs) {}
  // Called at Cpu::reset(); the time is that of the restart.
  virtual void on_reset(TimePs) {}
  // Called when the CPU is about to fail the run, because of a missing handler or no progress.
  virtual void on_failure(TimePs, const std::string& /*cause*/) {}
};

}  // namespace docsis_vp::platform
