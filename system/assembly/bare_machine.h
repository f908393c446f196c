// The machine that bare programs run on: a CPU, RAM, a timer and a way out.
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
#include "system/assembly/bare_gdb.h"
#include "system/assembly/tohost_watch.h"
#include "system/results/fault_result.h"

namespace docsis_vp::system {

struct BareMachineConfig {
  platform::CpuConfig cpu;  // reset_pc is the image's entry point
  std::uint32_t ram_base = 0x80000000;
  std::uint32_t ram_bytes = 16U << 20;
  std::uint32_t ram_fill = 0;  // every word that the image does not load
};

// RAM answers in one cycle. At 0x2000_0000 the exit device (+0 exit code, +4 character out), at
// 0x2010_0000 the CLINT; where the program has a symbol `tohost`, it is the host-target interface
// (tohost_watch.h).
class BareMachine {
 public:
  // Throws InputError if the RAM does not hold the image. What the program prints goes to the
  // screen, which must outlive the machine.
  BareMachine(const BareMachineConfig& config, const platform::ElfImage& image,
              platform::TextSink& screen);
  ~BareMachine();

  // Before the run. Returns the port (bare_gdb.h).
  std::uint16_t serve_gdb(std::uint16_t port, std::function<bool()> keep_waiting);
  // Before the run: lets fault() say how the program failed. The CPU takes the host longer then.
  void watch_faults();
  // Before the run; the observer must outlive it.
  void observe(platform::CpuObserver& observer) { cpu_->observe(observer); }

  // Runs to the end. Throws SimulationFailure with cause, pc and symbol; else the program's
  // exit code.
  int run();

  // A debugger ended the run; run() then returned 0.
  bool killed() const { return gdb_ && gdb_->killed(); }
  // To a debugger: the status that the program exits with.
  void finish_gdb(int status);
  // How a run failed; nothing if it did not, or was not watched.
  std::optional<FaultResult> fault() const;

  const platform::Cpu& cpu() const { return *cpu_; }
  // Simulated time of the end.
  TimePs ended_at() const { return outcome_.at(); }
  // Throws InputError if the range is not all memory.
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
  std::unique_ptr<BareGdb> gdb_;                  // if a debugger is served
  std::unique_ptr<platform::FaultWatch> faults_;  // if they are watched
};

}  // namespace docsis_vp::system
