// Whoever watches a CPU instruction by instruction: debuggers, traces, profiles, waves.
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
  std::uint32_t bits = 0;  // 16 of them if it is compressed
  std::uint8_t length_bytes = 0;
  Operation operation = Operation::illegal;
  std::uint8_t rd = 0;  // 0: writes no register
  std::uint32_t rd_value = 0;
  std::uint8_t access_bytes = 0;  // 0: no load, no store
  bool stores = false;
  std::uint32_t address = 0;
  std::uint32_t value = 0;                   // stored or loaded, of access_bytes
  std::optional<std::uint32_t> written_csr;  // mret: mstatus
  std::uint32_t csr_value = 0;               // that it has now
  // Awake, since whatever was told of before; all of them and those of traps add up to the
  // counter. 0 of a profile without time.
  std::uint64_t cycles = 0;
  TimePs start = 0;
  TimePs end = 0;  // when the next instruction may start
};

// An exception or an interrupt (kInterruptCause) that the hart takes; trap.pc did not run.
struct TakenTrap {
  Trap trap;
  std::uint32_t handler = 0;
  std::uint64_t cycles = 0;  // likewise
  TimePs end = 0;            // when the handler's first instruction may start
};

// Watching changes no result, whatever the number of watchers; the host takes longer for it. All
// of this comes from the CPU's thread, but on_reset(). Simulated time stands still meanwhile.
class CpuObserver {
 public:
  virtual ~CpuObserver() = default;
  // The instruction at pc is about to start. False: look again, because the watcher changed the
  // CPU, its code or its lines, or ended the run; what starts then is told of as well.
  virtual bool on_instruction(TimePs, std::uint32_t /*pc*/) { return true; }
  virtual void on_retired(const RetiredInstruction&) {}
  virtual void on_trap(const TakenTrap&) {}
  virtual void on_sleep(TimePs) {}
  virtual void on_wake(TimePs) {}
  // Cpu::reset(), with the time at which it starts anew.
  virtual void on_reset(TimePs) {}
  // The CPU is about to fail the run: no handler, no progress.
  virtual void on_failure(TimePs, const std::string& /*cause*/) {}
};

}  // namespace docsis_vp::platform
