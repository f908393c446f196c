// The control CPU with its memories and devices, and an AQM engine's registers, booted from an
// image.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "models/cm/aqm_engine/aqm_engine.h"
#include "models/cm/aqm_engine/aqm_registers.h"
#include "platform/bus/interconnect.h"
#include "platform/bus/register_file.h"
#include "platform/cpu/cpu.h"
#include "platform/kernel/kernel_time.h"
#include "platform/kernel/outcome.h"
#include "platform/memory/elf_image.h"
#include "platform/memory/memory.h"

namespace docsis_vp::fw {

// Stands between the bus and a block and counts what passes.
class BusCounter : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<BusCounter, 32> in;
  tlm_utils::simple_initiator_socket<BusCounter, 32> out;

  explicit BusCounter(const sc_core::sc_module_name& name) : sc_module(name), in("in"), out("out") {
    in.register_b_transport(this, &BusCounter::b_transport);
  }
  std::map<std::uint32_t, unsigned> reads;  // by offset
  std::map<std::uint32_t, unsigned> writes;
  unsigned not_words = 0;

 private:
  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
    const auto offset = static_cast<std::uint32_t>(transaction.get_address());
    ++(transaction.is_read() ? reads : writes)[offset];
    not_words += transaction.get_data_length() != 4 || offset % 4 != 0;
    out->b_transport(transaction, delay);
  }
};

class ControlCpu : public sc_core::sc_module {
 public:
  ControlCpu(const sc_core::sc_module_name& name, const platform::CpuConfig& config,
             platform::Outcome& run_outcome)
      : sc_module(name),
        cpu("cpu", config, run_outcome),
        bus("bus", config.clock_hz),
        rom("rom", {64U << 10, false, config.clock_hz, 0, 0}),
        ram("ram", {256U << 10, true, config.clock_hz, 0, 0}),
        outcome(run_outcome) {
    cpu.socket.bind(bus.socket);
    bus.map({"rom", 0, 64U << 10, 0}, rom.socket);
    bus.map({"ram", 0x80000000, 256U << 10, 0}, ram.socket);
    map_device("exit", 0x20000000, exit_device);
    map_device("console", 0x20010000, console);
    map_device("watchdog", 0x20020000, watchdog);
    bus.map({"plic", 0x24000000, 0x400000, 0}, plic.socket);
    exit_device.add(
        0, {}, [this](std::uint32_t code, TimePs at) { outcome.exit(static_cast<int>(code), at); });
    console.add(0, {},
                [this](std::uint32_t character, TimePs) { text += static_cast<char>(character); });
    watchdog.add(0, {}, {});
    watchdog.add(4, {}, [this](std::uint32_t value, TimePs) { watchdog_timeout_us = value; });
    watchdog.add(8, {}, [this](std::uint32_t, TimePs) { ++kicks; });
    plic.add(4, {}, {});
    plic.add(
        0x2000, [this](TimePs) { return enabled_; },
        [this](std::uint32_t value, TimePs at) {
          enabled_ = value;
          update_line(at);
        });
    plic.add(
        0x200004, [this](TimePs) { return level_ ? 1U : 0U; }, [](std::uint32_t, TimePs) {});
  }

  void load(const std::string& path) {
    const platform::ElfImage image = platform::ElfImage::read(path);
    image.load(bus);
    cpu.set_pc(image.entry());
  }

  void attach(cm::AqmEngine& engine) {
    registers =
        std::make_unique<cm::AqmRegisters>(sc_core::sc_gen_unique_name("aqm_registers"), engine);
    counter = std::make_unique<BusCounter>(sc_core::sc_gen_unique_name("counter"));
    counter->out.bind(registers->socket());
    bus.map({"aqm", 0x20030000, 0x10000, 0}, counter->in);
    engine.connect_interrupt([this](bool level, TimePs at) {
      level_ = level;
      update_line(at);
    });
  }

  platform::Cpu cpu;
  platform::Interconnect bus;
  platform::Memory rom;
  platform::Memory ram;
  platform::RegisterFile exit_device{"exit_device"};
  platform::RegisterFile console{"console"};
  platform::RegisterFile watchdog{"watchdog"};
  platform::RegisterFile plic{"plic"};
  std::unique_ptr<cm::AqmRegisters> registers;
  std::unique_ptr<BusCounter> counter;
  platform::Outcome& outcome;
  std::string text;
  std::uint32_t watchdog_timeout_us = 0;
  unsigned kicks = 0;

 private:
  void map_device(const char* name, std::uint32_t base, platform::RegisterFile& file) {
    bus.map({name, base, 0x10000, 0}, file.socket);
  }
  void update_line(TimePs at) {
    cpu.set_interrupt(platform::HartInterrupt::kExternal, level_ && (enabled_ & 2) != 0,
                      platform::to_sc_time(at - platform::now_ps()));
  }

  bool level_ = false;
  std::uint32_t enabled_ = 0;
};

}  // namespace docsis_vp::fw
