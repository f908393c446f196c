// Connects the control CPU of a modem with its memories and devices, and boots it from a firmware
// image.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/cm/modem/modem.h"
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

namespace docsis_vp::cm {
class ModemRegisters;
}

namespace docsis_vp::system {

// The connections follow models/cm/soc.rdl. All harts have the same profile and clock, share bus
// and devices, and start at the image's entry; mhartid distinguishes them. Several harts alternate
// per instruction, so that each sees what the others have done before, memory included. The
// console, the watchdog and a reset belong to the SoC, not to a hart.
class ControlCpu : public sc_core::sc_module {
 public:
  // Largest lead of a CPU over those of other modems. No event gets from one modem to another
  // sooner: a burst takes at least one minislot of 6.25 us.
  static constexpr TimePs kLookahead = 5 * kPsPerUs;

  // Throws InputError for an image that cannot be found, read or placed.
  ControlCpu(const sc_core::sc_module_name& name, const LoadedScenario& loaded,
             unsigned modem_index, cm::Modem& modem, platform::TextSink& console,
             platform::Outcome& outcome);
  ~ControlCpu() override;

  // Digest of the image that booted first.
  const std::string& firmware_sha256() const { return firmware_sha256_; }
  // The image that runs now.
  const platform::ElfImage& image() const { return image_; }
  const std::string& modem() const { return modem_; }

  // Says whether and when this CPU ended the run.
  const platform::Outcome& outcome() const { return outcome_; }
  unsigned harts() const { return static_cast<unsigned>(harts_.size()); }
  // hart: its mhartid. Throws std::out_of_range if there is no such hart.
  platform::Cpu& hart(unsigned hart) { return *harts_.at(hart); }
  const platform::Cpu& hart(unsigned hart) const { return *harts_.at(hart); }
  // Returns the name of a hart in scopes: the stem alone if there is one hart, else the stem and
  // the hart's number.
  std::string name_of_hart(const std::string& stem, unsigned hart) const {
    return harts() == 1 ? stem : stem + std::to_string(hart);
  }
  platform::Interconnect& bus() { return bus_; }
  platform::Plic& plic() { return plic_; }
  platform::Clint& clint() { return clint_; }
  platform::Console& console() { return console_; }
  platform::ConsoleLine& console_line() { return console_line_; }
  platform::Watchdog& watchdog() { return watchdog_; }

  // Returns the name of a hart for messages: the modem's name, or "cm0.cpu1" if there are several.
  std::string label_of(unsigned hart) const {
    return harts() == 1 ? modem_ : modem_ + "." + name_of_hart("cpu", hart);
  }
  // Disables the lead over other CPUs, for clients that act on them at the instant of an access.
  void disable_lookahead();
  // No hart begins an instruction before `time`, and the bus serves no access.
  void stall_until(TimePs time);
  // Resets all harts, interrupt controller, timer, watchdog and console now, as after power-on. RAM
  // and the modem's blocks keep their state. The CPU starts at `start`.
  void reset(TimePs start, platform::ResetCause cause = platform::ResetCause::kExternal);
  // Like reset(), with another image in ROM and cleared memory. slot: 0 or 1, the image's slot.
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
  // Returns the position of the program: "pc 0x80000124 (main+0x12)". With several harts it returns
  // all positions: "hart 0 pc 0x80000124 (main+0x12), hart 1 pc ...".
  std::string position() const;
  std::string position_of(unsigned hart) const;
  // Returns the last exception since the start, with its place: "illegal instruction 0x0 at pc
  // 0x000002d8 (main+0x12)". With several harts it returns those of all harts that had one. Empty
  // if there was none.
  std::string last_exception() const;
  // Highest stack use of the running image.
  std::optional<StackResult> stack();
  // Returns the results of a hart. Results of the SoC belong to hart 0: stack, tasks, resets,
  // misused registers, transfers of blocks.
  CpuResult result(TimePs now, unsigned hart);

 private:
  using Harts = std::vector<std::unique_ptr<platform::Cpu>>;
  Harts make_harts(const ControlCpuConfig& config);
  platform::CpuConfig cpu_config(const ControlCpuConfig& config);
  platform::InterruptSinks interrupt_sinks() const;
  void add_soc_results(CpuResult& result);
  // Returns "hart 1 " in a SoC of several harts, else nothing.
  std::string before_position(unsigned hart) const;
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
  const Harts harts_;  // by mhartid
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
  std::unique_ptr<cm::ModemRegisters> modem_registers_;
  std::vector<std::unique_ptr<InterruptLog>> interrupts_;  // by mhartid
  std::optional<StackMark> stack_;
  std::unique_ptr<CustomBlocks> blocks_;
};

}  // namespace docsis_vp::system
