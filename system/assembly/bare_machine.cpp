#include "system/assembly/bare_machine.h"

#include <algorithm>
#include <cstdio>

#include "platform/base/errors.h"
#include "platform/console/exit_device_registers.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::system {

namespace {

constexpr std::uint32_t kExitDevice = 0x20000000;
constexpr std::uint32_t kDeviceBytes = 0x10000;

platform::CpuConfig at_entry(platform::CpuConfig config, const platform::ElfImage& image) {
  config.reset_pc = image.entry();
  return config;
}

}  // namespace

BareMachine::BareMachine(const BareMachineConfig& config, const platform::ElfImage& image)
    : image_(image),
      bus_(std::make_unique<platform::Interconnect>("bus", config.cpu.clock_hz)),
      exit_device_(std::make_unique<platform::RegisterFile>("exit_device")),
      cpu_(std::make_unique<platform::Cpu>("cpu", at_entry(config.cpu, image), outcome_)) {
  platform::MemoryParameters memory;
  memory.size_bytes = config.ram_bytes;
  memory.clock_hz = config.cpu.clock_hz;
  ram_ = std::make_unique<platform::Memory>("ram", memory);
  cpu_->socket.bind(bus_->socket);
  map_ram(config);
  add_exit_device();
  image.load(*bus_);
}

BareMachine::~BareMachine() = default;

void BareMachine::map_ram(const BareMachineConfig& config) {
  const platform::AddressRange range{"ram", config.ram_base, config.ram_bytes};
  const platform::ElfImage::Symbol* const tohost = image_.symbol("tohost");
  if (tohost == nullptr || tohost->address < config.ram_base ||
      tohost->address - config.ram_base >= config.ram_bytes) {
    bus_->map(range, ram_->socket);
    return;
  }
  tohost_ = std::make_unique<TohostWatch>("tohost", tohost->address - config.ram_base, outcome_);
  tohost_->memory.bind(ram_->socket);
  bus_->map(range, tohost_->socket);
}

void BareMachine::add_exit_device() {
  namespace registers = platform::exit_device_registers;
  exit_device_->add(registers::kExitCodeOffset, {}, [this](std::uint32_t value, TimePs at) {
    outcome_.exit(static_cast<int>(value), at);
  });
  exit_device_->add(registers::kCharacterOffset, {}, [](std::uint32_t value, TimePs) {
    std::putchar(static_cast<int>(value & registers::kCharacterValueMask));
  });
  bus_->map({"exit device", kExitDevice, kDeviceBytes}, exit_device_->socket);
}

int BareMachine::run() {
  sc_core::sc_start();
  std::fflush(stdout);
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
