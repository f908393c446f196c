// The control CPU of a modem with its memories and devices, booted from a firmware image.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "models/cm/modem/modem.h"
#include "models/cm/modem/modem_registers.h"
#include "platform/bus/interconnect.h"
#include "platform/console/console.h"
#include "platform/console/console_line.h"
#include "platform/console/exit_device.h"
#include "platform/cpu/cpu.h"
#include "platform/irq/plic.h"
#include "platform/kernel/outcome.h"
#include "platform/load/background_load.h"
#include "platform/memory/elf_image.h"
#include "platform/memory/memory.h"
#include "platform/timer/clint.h"
#include "platform/timer/watchdog.h"
#include "system/assembly/custom_blocks.h"
#include "system/assembly/interrupt_log.h"
#include "system/assembly/stack_mark.h"
#include "system/results/results.h"
#include "system/scenario/load.h"

namespace docsis_vp::system {

// As platform/cpu calls it.
const char* profile_of(CpuProfile profile);

// Wired as models/cm/soc.rdl says.
class ControlCpu : public sc_core::sc_module {
 public:
  // How far CPUs of different modems may be apart. Nothing gets from one modem to another sooner: a
  // burst takes a minislot at least, and that 6.25 us.
  static constexpr TimePs kLookahead = 5 * kPsPerUs;

  // Throws InputError for an image that cannot be found, read or placed.
  ControlCpu(const sc_core::sc_module_name& name, const LoadedScenario& loaded,
             unsigned modem_index, cm::Modem& modem, platform::TextSink& console,
             platform::Outcome& outcome);

  // Of the image that it booted from first.
  const std::string& firmware_sha256() const { return firmware_sha256_; }
  // That it runs.
  const platform::ElfImage& image() const { return image_; }
  const std::string& modem() const { return modem_; }

  // Whether, and when, it ended the run.
  const platform::Outcome& outcome() const { return outcome_; }
  platform::Cpu& cpu() { return cpu_; }
  platform::Interconnect& bus() { return bus_; }
  platform::Plic& plic() { return plic_; }
  platform::Clint& clint() { return clint_; }
  platform::Console& console() { return console_; }
  platform::ConsoleLine& console_line() { return console_line_; }
  platform::Watchdog& watchdog() { return watchdog_; }

  // At the present instant: CPU, interrupt controller, timer, watchdog and console as after
  // power-on, RAM and the modem's blocks as they are. The CPU starts at `start`.
  void reset(TimePs start, platform::ResetCause cause = platform::ResetCause::kExternal);
  // That, with another image in ROM and nothing of the last one. slot: 0 or 1, which of two it is.
  void replace_image(platform::ElfImage image, TimePs start, platform::ResetCause cause,
                     unsigned slot);
  // Returns the slot of the image that runs.
  unsigned slot() const { return slot_; }
  // Asked before a failure ends the run, see Outcome.
  void recover_by(std::function<bool(const std::string& cause, TimePs at)> recover) {
    outcome_.recover_by(std::move(recover));
  }
  // Told after each of these, with whether the image is another one.
  void observe_resets(std::function<void(bool new_image)> observer) {
    reset_observer_ = std::move(observer);
  }
  // Where the program stands: "pc 0x80000124 (main+0x12)".
  std::string position() const;
  // The last exception that it took since it started, and where: "illegal instruction 0x0 at pc
  // 0x000002d8 (main+0x12)". Empty if it took none.
  std::string last_exception() const;
  // How deep the stack of the image that runs has been.
  std::optional<StackResult> stack();
  CpuResult result(TimePs now);

 private:
  platform::CpuConfig cpu_config(const CpuConfig& config);
  void map_devices(unsigned wait_states);
  void start_of_simulation() override;
  void reset_parts(TimePs start, platform::ResetCause cause);
  // " (main+0x12)", or nothing outside all symbols.
  std::string symbol_at(std::uint32_t address) const;

  const std::string modem_;
  const std::uint32_t boot_watchdog_us_;  // 0: none
  unsigned slot_ = 0;
  ResetResult resets_;
  std::function<void(bool)> reset_observer_;
  platform::ElfImage image_;
  const std::string firmware_sha256_;
  platform::Outcome outcome_;
  platform::Cpu cpu_;
  platform::Interconnect bus_;
  platform::Memory rom_;
  platform::Memory ram_;
  platform::Plic plic_;
  platform::Clint clint_;
  platform::Console console_;
  platform::ConsoleLine console_line_;
  platform::ExitDevice exit_device_;
  platform::Watchdog watchdog_;
  platform::BackgroundLoad background_load_;
  cm::ModemRegisters modem_registers_;
  InterruptLog interrupts_;
  std::optional<StackMark> stack_;
  std::unique_ptr<CustomBlocks> blocks_;
};

}  // namespace docsis_vp::system
