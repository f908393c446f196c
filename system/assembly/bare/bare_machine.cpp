#include "system/assembly/bare/bare_machine.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "platform/base/errors.h"
#include "platform/kernel/kernel_time.h"
#include "system/assembly/cpu/fault_of.h"

namespace docsis_vp::system {

namespace {

constexpr std::uint32_t kExitDevice = 0x20000000;
constexpr std::uint32_t kClint = 0x20100000;
constexpr std::uint32_t kDeviceBytes = 0x10000;

}  // namespace

BareMachine::BareMachine(const BareMachineConfig& config, const platform::ElfImage& image,
                         platform::TextSink& screen)
    : image_(image), bus_(std::make_unique<platform::Interconnect>("bus", config.cpu.clock_hz)) {
  platform::MemoryParameters memory;
  memory.size_bytes = config.ram_bytes;
  memory.clock_hz = config.cpu.clock_hz;
  memory.fill = config.ram_fill;
  ram_ = std::make_unique<platform::Memory>("ram", memory);
  map_ram(config, screen);

  platform::CpuConfig cpu = config.cpu;
  cpu.reset_pc = image.entry();
  cpu.time_us = [this](TimePs at) { return clint_->now_us(at); };
  cpu_ = std::make_unique<platform::Cpu>("cpu", cpu, outcome_);
  cpu_->socket.bind(bus_->socket);

  clint_ = std::make_unique<platform::Clint>("clint", *cpu_);
  bus_->map({"clint", kClint, kDeviceBytes}, clint_->registers.socket,
            platform::TargetTiming::kAnnotated);
  exit_device_ = std::make_unique<platform::ExitDevice>("exit_device", screen, outcome_);
  bus_->map({"exit_device", kExitDevice, kDeviceBytes}, exit_device_->registers.socket,
            platform::TargetTiming::kAnnotated);
  image.load(*bus_);
}

BareMachine::~BareMachine() = default;

void BareMachine::map_ram(const BareMachineConfig& config, platform::TextSink& screen) {
  const platform::AddressRange range{"ram", config.ram_base, config.ram_bytes};
  const platform::ElfImage::Symbol* const tohost = image_.symbol("tohost");
  if (tohost == nullptr || tohost->address < config.ram_base ||
      tohost->address - config.ram_base >= config.ram_bytes) {
    bus_->map(range, ram_->socket, platform::TargetTiming::kAnnotated);
    return;
  }
  TohostWatch::Places places{config.ram_base, tohost->address, {}};
  if (const platform::ElfImage::Symbol* const fromhost = image_.symbol("fromhost")) {
    places.fromhost = fromhost->address;
  }
  tohost_ = std::make_unique<TohostWatch>("tohost", places, screen, outcome_);
  tohost_->memory.bind(ram_->socket);
  bus_->map(range, tohost_->socket, platform::TargetTiming::kAnnotated);
}

std::uint16_t BareMachine::serve_gdb(std::uint16_t port, std::function<bool()> keep_waiting) {
  gdb_ = std::make_unique<BareGdb>(*cpu_, *bus_, outcome_, image_.name(), port,
                                   std::move(keep_waiting));
  return gdb_->port();
}

void BareMachine::finish_gdb(int status) {
  if (gdb_) {
    gdb_->finish(status);
  }
}

void BareMachine::watch_faults() {
  faults_ = std::make_unique<platform::FaultWatch>(*cpu_, image_, *bus_);
}

std::optional<FaultResult> BareMachine::fault() const {
  if (!faults_ || !outcome_.failed()) {
    return {};
  }
  return fault_of(*faults_, *cpu_, image_, {"the program", outcome_.cause(), outcome_.at()});
}

int BareMachine::run() {
  sc_core::sc_start();
  exit_device_->flush();
  if (tohost_) {
    tohost_->flush();
  }
  if (killed()) {
    return 0;
  }
  if (!outcome_.ended()) {
    outcome_.fail("deadlock: the core sleeps and nothing is left to wake it", platform::now_ps());
  }
  if (outcome_.failed()) {
    const std::string place = image_.describe(cpu_->pc());
    throw SimulationFailure(outcome_.cause() + (place.empty() ? "" : " (" + place + ")"));
  }
  return outcome_.exit_code();
}

std::vector<std::uint8_t> BareMachine::read_memory(std::uint32_t address, std::uint32_t bytes) {
  std::vector<std::uint8_t> contents(bytes);
  tlm::tlm_generic_payload transaction;
  transaction.set_read();
  transaction.set_address(address);
  transaction.set_data_ptr(contents.data());
  transaction.set_data_length(bytes);
  transaction.set_streaming_width(bytes);
  if (bus_->transport_dbg(transaction) != bytes) {
    char range[64];
    std::snprintf(range, sizeof range, "0x%08x:%u", address, bytes);
    throw InputError(std::string("memory range ") + range + " lies outside memory");
  }
  return contents;
}

}  // namespace docsis_vp::system
