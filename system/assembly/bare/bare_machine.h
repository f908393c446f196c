// Builds the machine that runs bare programs: a CPU, RAM, a timer and an exit device.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platform/base/time.h"
#include "platform/bus/interconnect.h"
#include "platform/console/exit_device.h"
#include "platform/console/text_sink.h"
#include "platform/cpu/cpu.h"
#include "platform/kernel/outcome.h"
#include "platform/memory/elf_image.h"
#include "platform/memory/memory.h"
#include "platform/observe/fault_watch.h"
#include "platform/timer/clint.h"
#include "system/assembly/bare/bare_gdb.h"
#include "system/assembly/bare/tohost_watch.h"
#include "system/results/fault_result.h"

namespace docsis_vp::system {

struct BareMachineConfig {
  platform::CpuConfig cpu;  // reset_pc is the image's entry point
  std::uint32_t ram_base = 0x80000000;
  std::uint32_t ram_bytes = 16U << 20;
  std::uint32_t ram_fill = 0;  // value of every word that the image does not load
};

// RAM answers in one cycle. 0x2000_0000 is the exit device (+0 exit code, +4 character out),
// 0x2010_0000 the CLINT. A program with a symbol `tohost` gets the host-target interface there
// (tohost_watch.h).
class BareMachine {
 public:
  // Throws InputError if the image does not fit into RAM. The program's output goes to `screen`,
  // which must outlive the machine.
  BareMachine(const BareMachineConfig& config, const platform::ElfImage& image,
              platform::TextSink& screen);
  ~BareMachine();

  // Call it before the run. Returns the port (bare_gdb.h).
  std::uint16_t serve_gdb(std::uint16_t port, std::function<bool()> keep_waiting);
  // Call it before the run: makes fault() report how the program failed. The simulation runs
  // slower.
  void watch_faults();
  // Call it before the run; the observer must outlive the run.
  void observe(platform::CpuObserver& observer) { cpu_->observe(observer); }

  // Runs to the end and returns the program's exit code. Throws SimulationFailure with cause, pc
  // and symbol.
  int run();

  // True if a debugger ended the run; run() then returned 0.
  bool killed() const { return gdb_ && gdb_->killed(); }
  // Reports the program's exit status to the debugger.
  void finish_gdb(int status);
  // Failure of the run; empty if it did not fail or was not watched.
  std::optional<FaultResult> fault() const;

  const platform::Cpu& cpu() const { return *cpu_; }
  // Simulated end time.
  TimePs ended_at() const { return outcome_.at(); }
  // Throws InputError if a part of the range is not memory.
  std::vector<std::uint8_t> read_memory(std::uint32_t address, std::uint32_t bytes);

 private:
  void map_ram(const BareMachineConfig& config, platform::TextSink& screen);

  const platform::ElfImage& image_;
  platform::Outcome outcome_;
  std::unique_ptr<platform::Interconnect> bus_;
  std::unique_ptr<platform::Memory> ram_;
  std::unique_ptr<TohostWatch> tohost_;
  std::unique_ptr<platform::Cpu> cpu_;
  std::unique_ptr<platform::Clint> clint_;
  std::unique_ptr<platform::ExitDevice> exit_device_;
  std::unique_ptr<BareGdb> gdb_;                  // empty without a debugger
  std::unique_ptr<platform::FaultWatch> faults_;  // empty unless watched
};

}  // namespace docsis_vp::system
