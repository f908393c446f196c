// Connects the control CPU of a modem with its memories and devices, and boots it from a firmware
// image.
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
#include "system/assembly/cpu/custom_blocks.h"
#include "system/assembly/cpu/interrupt_log.h"
#include "system/assembly/cpu/stack_mark.h"
#include "system/results/results.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system {

// Name of the profile in platform/cpu.
const char* profile_of(CpuProfile profile);

// The wiring follows models/cm/soc.rdl.
class ControlCpu : public sc_core::sc_module {
 public:
  // Largest time by which CPUs of different modems may be apart. No event gets from one modem to
  // another sooner: a burst takes at least one minislot of 6.25 us.
  static constexpr TimePs kLookahead = 5 * kPsPerUs;

  // Throws InputError for an image that cannot be found, read or placed.
  ControlCpu(const sc_core::sc_module_name& name, const LoadedScenario& loaded,
             unsigned modem_index, cm::Modem& modem, platform::TextSink& console,
             platform::Outcome& outcome);

  // Digest of the image that booted first.
  const std::string& firmware_sha256() const { return firmware_sha256_; }
  // The image that runs now.
  const platform::ElfImage& image() const { return image_; }
  const std::string& modem() const { return modem_; }

  // Tells whether and when this CPU ended the run.
  const platform::Outcome& outcome() const { return outcome_; }
  platform::Cpu& cpu() { return cpu_; }
  platform::Interconnect& bus() { return bus_; }
  platform::Plic& plic() { return plic_; }
  platform::Clint& clint() { return clint_; }
  platform::Console& console() { return console_; }
  platform::ConsoleLine& console_line() { return console_line_; }
  platform::Watchdog& watchdog() { return watchdog_; }

  // Resets CPU, interrupt controller, timer, watchdog and console now, as after power-on. RAM and
  // the modem's blocks keep their state. The CPU starts at `start`.
  void reset(TimePs start, platform::ResetCause cause = platform::ResetCause::kExternal);
  // As reset(), with another image in ROM and cleared memory. slot: 0 or 1, the image's slot.
  void replace_image(platform::ElfImage image, TimePs start, platform::ResetCause cause,
                     unsigned slot);
  // Slot of the running image.
  unsigned slot() const { return slot_; }
  // Sets a function that is called before a failure ends the run, see Outcome.
  void recover_by(std::function<bool(const std::string& cause, TimePs at)> recover) {
    outcome_.recover_by(std::move(recover));
  }
  // Sets a function that is called after each reset; new_image: the image is another one.
  void observe_resets(std::function<void(bool new_image)> observer) {
    reset_observer_ = std::move(observer);
  }
  CustomBlocks& blocks() { return *blocks_; }
  // Position of the program: "pc 0x80000124 (main+0x12)".
  std::string position() const;
  // The last exception since the start, with its place: "illegal instruction 0x0 at pc 0x000002d8
  // (main+0x12)". Empty if there was none.
  std::string last_exception() const;
  // Highest stack use of the running image.
  std::optional<StackResult> stack();
  CpuResult result(TimePs now);

 private:
  platform::CpuConfig cpu_config(const CpuConfig& config);
  void map_devices(unsigned wait_states);
  void start_of_simulation() override;
  void reset_parts(TimePs start, platform::ResetCause cause);
  // Returns " (main+0x12)", or nothing outside all symbols.
  std::string symbol_at(std::uint32_t address) const;

  const std::string modem_;
  const std::uint32_t boot_watchdog_us_;  // 0: no watchdog
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
