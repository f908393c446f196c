#include "system/assembly/cpu/control_cpu.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "models/cm/modem/modem_registers.h"
#include "models/cm/soc_register_table.h"
#include "models/cm/soc_registers.h"
#include "platform/base/random.h"
#include "platform/bus/debug_access.h"
#include "platform/kernel/kernel_time.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/cpu/interrupt_sources.h"
#include "system/assembly/cpu/task_stacks.h"
#include "system/scenario/read/firmware.h"

namespace docsis_vp::system {

namespace {

namespace map = cm::soc_registers;

constexpr std::uint32_t kMappedDeviceBytes = 0x10000;
constexpr std::uint32_t kPlicBytes = 0x400000;

const ControlCpuConfig& config_of(const LoadedScenario& loaded, unsigned index) {
  return loaded.scenario.modems[index].cpu;
}

platform::MemoryParameters memory(std::uint32_t bytes, bool writable, unsigned wait_states,
                                  const ControlCpuConfig& config) {
  platform::MemoryParameters parameters;
  parameters.size_bytes = bytes;
  parameters.writable = writable;
  parameters.clock_hz = from_mega(config.clock_mhz);
  parameters.read_wait_states = wait_states;
  parameters.write_wait_states = wait_states;
  parameters.fill = writable && config.poison_ram ? platform::kPoison : 0;
  return parameters;
}

platform::MemoryParameters rom(const ControlCpuConfig& config) {
  return memory(config.rom_bytes(), false,
                config.rom_wait_states.value_or(config.memory_wait_states), config);
}

platform::MemoryParameters ram(const ControlCpuConfig& config) {
  return memory(config.ram_bytes(), true,
                config.ram_wait_states.value_or(config.memory_wait_states), config);
}

// Number of sources: those of the platform's own blocks, up to the last custom block.
unsigned interrupt_sources(const ModemConfig& modem) {
  unsigned last = kVerdictPortSource;
  for (const BlockConfig& block : modem.blocks) {
    last = std::max(last, block.interrupt.value_or(0));
  }
  return last;
}

// Start bit, eight bits, stop bit; 0 for baud 0.
TimePs octet_time(unsigned baud) {
  return baud == 0 ? 0 : 10 * kPsPerSecond / baud;
}

constexpr unsigned kTypingBaud = 115'200;

// The task has its own random phase, independent of the law's tick.
platform::BackgroundLoadConfig load_of(const Scenario& scenario, const ModemConfig& modem) {
  platform::BackgroundLoadConfig load = modem.cpu.background_load;
  RandomStream random(scenario.seed, "load/" + modem.name);
  load.clock_mhz = modem.cpu.clock_mhz;
  load.drawn_phase_us = static_cast<std::uint32_t>(random.below(load.period_us));
  load.seed = random.next_u32() | 1U;
  return load;
}

std::uint64_t& starts_by(platform::ResetCause cause, ResetResult& resets) {
  switch (cause) {
    case platform::ResetCause::kWatchdog:
      return resets.watchdog;
    case platform::ResetCause::kFault:
      return resets.fault;
    case platform::ResetCause::kUpdate:
      return resets.update;
    default:
      return resets.external;
  }
}

// Ignores an access without effect that the register description allows.
void add_misuse(const platform::Interconnect::Misuse& misuse, CpuResult& result) {
  const auto& [offset, is_write, count, first] = misuse.access;
  const auto known = platform::find_register(cm::soc_register_table(), misuse.range, offset);
  if (known && (is_write ? known->writable : known->readable)) {
    return;
  }
  char place[16];
  std::snprintf(place, sizeof place, "+0x%x", offset);
  result.misused_registers.push_back(
      {misuse.range + (known ? "." + known->name : place), is_write, count, to_seconds(first)});
}

}  // namespace

ControlCpu::ControlCpu(const sc_core::sc_module_name& name, const LoadedScenario& loaded,
                       unsigned modem_index, cm::Modem& modem, platform::TextSink& console,
                       platform::Outcome& outcome)
    : sc_module(name),
      modem_(loaded.scenario.modems[modem_index].name),
      boot_watchdog_us_(config_of(loaded, modem_index).recovery.boot_watchdog_us),
      image_(platform::ElfImage::read(
          find_firmware(loaded.scenario.modems[modem_index].firmware, loaded.directory))),
      firmware_sha256_(image_.sha256()),
      outcome_(&outcome),
      harts_(make_harts(config_of(loaded, modem_index))),
      bus_("bus", from_mega(config_of(loaded, modem_index).clock_mhz)),
      rom_("rom", rom(config_of(loaded, modem_index))),
      ram_("ram", ram(config_of(loaded, modem_index))),
      plic_("plic", {interrupt_sources(loaded.scenario.modems[modem_index])}, interrupt_sinks()),
      clint_("clint", interrupt_sinks()),
      console_("console",
               {"[" + modem_ + "] ", octet_time(config_of(loaded, modem_index).console_baud)},
               console, plic_.line(kConsoleSource)),
      console_line_(console_, octet_time(config_of(loaded, modem_index).console_baud == 0
                                             ? kTypingBaud
                                             : config_of(loaded, modem_index).console_baud)),
      exit_device_("exit_device", console, outcome_),
      watchdog_("watchdog", plic_.line(kWatchdogSource), outcome_),
      background_load_("background_load",
                       load_of(loaded.scenario, loaded.scenario.modems[modem_index])),
      modem_registers_(std::make_unique<cm::ModemRegisters>("modem_registers", modem)) {
  for (unsigned i = 0; i < harts(); ++i) {
    harts_[i]->socket.bind(bus_.socket);
    interrupts_.push_back(std::make_unique<InterruptLog>(*harts_[i], plic_, i));
  }
  map_devices(config_of(loaded, modem_index).register_wait_states);
  blocks_ = std::make_unique<CustomBlocks>(loaded, modem_index, modem, bus_, plic_);
  // Harts share memory, custom devices may be shared among modems.
  if (harts() > 1 || !loaded.scenario.modems[modem_index].blocks.empty()) {
    disable_lookahead();
  }
  modem.aqm().connect_interrupt(plic_.line(kAqmTickSource));
  if (modem.hold() != nullptr) {
    modem.hold()->connect_interrupt(plic_.line(kIngressHoldSource));
    modem.heads()->connect_interrupt(plic_.line(kVerdictPortSource));
  }
  image_.load(bus_);
  for (const auto& hart : harts_) {
    hart->set_pc(image_.entry());
  }
  stack_.emplace(image_, bus_, ram_.size_bytes());
}

ControlCpu::~ControlCpu() = default;

ControlCpu::Harts ControlCpu::make_harts(const ControlCpuConfig& config) {
  platform::CpuConfig cpu = cpu_config(config);
  Harts harts;
  for (unsigned i = 0; i < config.harts; ++i) {
    cpu.hart_id = i;
    const std::string name = config.harts == 1 ? "cpu" : "cpu" + std::to_string(i);
    harts.push_back(std::make_unique<platform::Cpu>(name.c_str(), cpu, outcome_));
  }
  return harts;
}

platform::InterruptSinks ControlCpu::interrupt_sinks() const {
  platform::InterruptSinks sinks;
  for (const auto& hart : harts_) {
    sinks.emplace_back(*hart);
  }
  return sinks;
}

platform::CpuConfig ControlCpu::cpu_config(const ControlCpuConfig& config) {
  platform::CpuConfig cpu;
  cpu.profile = platform::cycle_profile(name_in(kCpuProfiles, config.profile));
  cpu.clock_hz = from_mega(config.clock_mhz);
  cpu.quantum_ps = from_us(config.quantum_us);
  cpu.lookahead_ps = kLookahead;
  cpu.null_guard_bytes = config.null_guard_bytes;
  cpu.time_us = [this](TimePs at) { return clint_.now_us(at); };
  return cpu;
}

void ControlCpu::map_devices(unsigned wait_states) {
  using platform::TargetTiming;
  bus_.map({"rom", map::kRomBase, rom_.size_bytes(), 0}, rom_.socket, TargetTiming::kAnnotated);
  bus_.map({"ram", map::kRamBase, ram_.size_bytes(), 0}, ram_.socket, TargetTiming::kAnnotated);
  const auto device = [&](const char* name, std::uint32_t base, auto& socket) {
    bus_.map({name, base, kMappedDeviceBytes, wait_states}, socket, TargetTiming::kAnnotated);
  };
  device("exit_device", map::kExitDeviceBase, exit_device_.registers.socket);
  device("console", map::kConsoleBase, console_.registers.socket);
  device("watchdog", map::kWatchdogBase, watchdog_.registers.socket);
  device("background_load", map::kBackgroundLoadBase, background_load_.registers.socket);
  device("clint", map::kClintBase, clint_.registers.socket);
  modem_registers_->map(bus_, wait_states);
  bus_.map({"plic", map::kPlicBase, kPlicBytes, wait_states}, plic_.registers.socket,
           TargetTiming::kAnnotated);
}

void ControlCpu::start_of_simulation() {
  if (boot_watchdog_us_ != 0) {
    watchdog_.start(boot_watchdog_us_, 0);
  }
}

void ControlCpu::disable_lookahead() {
  for (const auto& hart : harts_) {
    hart->disable_lookahead();
  }
}

void ControlCpu::stall_until(TimePs time) {
  for (const auto& hart : harts_) {
    hart->stall_until(time);
  }
  bus_.stall_until(time);
}

void ControlCpu::reset(TimePs start, platform::ResetCause cause) {
  reset_parts(start, cause);
  if (reset_observer_) {
    reset_observer_(false);
  }
}

void ControlCpu::reset_parts(TimePs start, platform::ResetCause cause) {
  const TimePs now = platform::now_ps();
  plic_.reset(now);
  clint_.reset(now);
  watchdog_.reset(now);
  watchdog_.note_reset(cause, slot_);
  if (boot_watchdog_us_ != 0) {
    watchdog_.start(boot_watchdog_us_, start);
  }
  ++starts_by(cause, resets_);
  console_.reset(now);
  blocks_->reset(now);
  for (unsigned i = 0; i < harts(); ++i) {
    interrupts_[i]->reset();
    harts_[i]->reset(image_.entry(), start);
  }
}

void ControlCpu::replace_image(platform::ElfImage image, TimePs start, platform::ResetCause cause,
                               unsigned slot) {
  slot_ = slot;
  resets_.fallbacks += cause == platform::ResetCause::kUpdate ? 0U : 1U;
  image_ = std::move(image);
  std::vector<unsigned char> erased(rom_.size_bytes());
  platform::write_debug(bus_, map::kRomBase, erased.data(), rom_.size_bytes());
  image_.load(bus_);
  stack_.emplace(image_, bus_, ram_.size_bytes());
  reset_parts(start, cause);
  if (reset_observer_) {
    reset_observer_(true);
  }
}

std::string ControlCpu::position() const {
  std::string text;
  for (unsigned i = 0; i < harts(); ++i) {
    text += (i == 0 ? "" : ", ") + before_position(i) + position_of(i);
  }
  return text;
}

std::string ControlCpu::position_of(unsigned hart) const {
  const std::uint32_t pc = harts_.at(hart)->pc();
  char text[32];
  std::snprintf(text, sizeof text, "pc 0x%08x", pc);
  return text + symbol_at(pc);
}

std::string ControlCpu::last_exception() const {
  std::string text;
  for (unsigned i = 0; i < harts(); ++i) {
    if (const std::optional<platform::Trap> trap = harts_[i]->last_exception()) {
      text += (text.empty() ? "" : ", ") + before_position(i) + platform::describe(*trap) +
              symbol_at(trap->pc);
    }
  }
  return text;
}

std::string ControlCpu::before_position(unsigned hart) const {
  return harts() == 1 ? "" : "hart " + std::to_string(hart) + " ";
}

std::string ControlCpu::symbol_at(std::uint32_t address) const {
  const std::string symbol = image_.describe(address);
  return symbol.empty() ? "" : " (" + symbol + ")";
}

std::optional<StackResult> ControlCpu::stack() {
  return stack_->read(bus_);
}

CpuResult ControlCpu::result(TimePs now, unsigned hart) {
  const platform::Cpu& cpu = *harts_.at(hart);
  const platform::Cpu::Counters counters = cpu.counters();
  CpuResult result;
  result.modem = modem_;
  if (harts() > 1) {
    result.hart = hart;
  }
  result.clock_hz = cpu.clock().frequency_hz();
  result.instructions = counters.instructions;
  result.cycles_busy = counters.cycles_busy;
  const std::uint64_t cycles = cpu.clock().cycle_at(now);
  result.utilization = cycles == 0 ? 0
                                   : static_cast<double>(std::min(counters.cycles_busy, cycles)) /
                                         static_cast<double>(cycles);
  result.interrupt_latency_us = spread_by_decades(cpu.interrupt_latency_ps(), kPsPerUs);
  result.interrupts = interrupts_[hart]->results(image_);
  result.longest_interrupts_off_cycles =
      cpu.interrupt_times().longest_disabled_cycles(cpu.hart_cycles());
  result.firmware_sha256 = firmware_sha256_;
  if (hart == 0) {
    add_soc_results(result);
  }
  return result;
}

void ControlCpu::add_soc_results(CpuResult& result) {
  result.stack = stack();
  result.resets = resets_;
  result.tasks = task_stacks(image_, bus_);
  for (const platform::Interconnect::Misuse& misuse : bus_.misuses()) {
    add_misuse(misuse, result);
  }
  result.block_transfers = blocks_->transfers();
}

}  // namespace docsis_vp::system
