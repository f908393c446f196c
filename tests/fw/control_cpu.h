// The control CPU with its memories and devices, and an AQM engine's registers, booted from an
// image.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "models/cm/aqm_engine/aqm_engine.h"
#include "models/cm/aqm_engine/aqm_registers.h"
#include "models/cm/ingress_hold/ingress_hold_register_file.h"
#include "models/cm/soc_registers.h"
#include "platform/bus/interconnect.h"
#include "platform/console/console.h"
#include "platform/console/exit_device.h"
#include "platform/cpu/cpu.h"
#include "platform/irq/plic.h"
#include "platform/kernel/kernel_time.h"
#include "platform/kernel/outcome.h"
#include "platform/load/background_load.h"
#include "platform/memory/elf_image.h"
#include "platform/memory/memory.h"
#include "platform/timer/watchdog.h"

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

struct CollectedText : platform::TextSink {
  void write(std::string_view piece) override { text += piece; }
  std::string text;
};

class ControlCpu : public sc_core::sc_module {
 public:
  ControlCpu(const sc_core::sc_module_name& name, const platform::CpuConfig& config,
             platform::Outcome& outcome, cm::AqmEngine* engine = nullptr)
      : sc_module(name),
        cpu("cpu", config, outcome),
        bus_("bus", config.clock_hz),
        rom_("rom", {cm::soc_registers::kRomBytes, false, config.clock_hz, 0, 0}),
        ram_("ram", {cm::soc_registers::kRamBytes, true, config.clock_hz, 0, 0}),
        plic_("plic", {}, cpu),
        exit_device_("exit_device", screen_, outcome),
        console_("console", {}, screen_, plic_.line(2)),
        watchdog_("watchdog", plic_.line(3), outcome) {
    namespace soc = cm::soc_registers;
    cpu.socket.bind(bus_.socket);
    bus_.map({"rom", soc::kRomBase, soc::kRomBytes, 0}, rom_.socket);
    bus_.map({"ram", soc::kRamBase, soc::kRamBytes, 0}, ram_.socket);
    bus_.map({"exit_device", soc::kExitDeviceBase, kDeviceBytes, 0}, exit_device_.registers.socket);
    bus_.map({"console", soc::kConsoleBase, kDeviceBytes, 0}, console_.registers.socket);
    bus_.map({"watchdog", soc::kWatchdogBase, kDeviceBytes, 0}, to_watchdog.in);
    bus_.map({"plic", soc::kPlicBase, kPlicBytes, 0}, plic_.registers.socket);
    bus_.map({"ingress_hold", soc::kIngressHoldBase, kDeviceBytes, 0}, no_hold_.socket());
    bus_.map({"background_load", soc::kBackgroundLoadBase, kDeviceBytes, 0},
             no_load_.registers.socket);
    to_watchdog.out.bind(watchdog_.registers.socket);
    if (engine != nullptr) {
      attach(*engine);
    }
  }

  void load(const std::string& path) {
    const platform::ElfImage image = platform::ElfImage::read(path);
    image.load(bus_);
    cpu.set_pc(image.entry());
  }

  // A device of the test's own.
  template <typename Socket>
  void map(const char* device, std::uint32_t base, Socket& socket) {
    bus_.map({device, base, kDeviceBytes, 0}, socket);
  }

  const std::string& text() const { return screen_.text; }

  platform::Cpu cpu;
  BusCounter to_watchdog{"to_watchdog"};
  std::unique_ptr<BusCounter> to_engine;

 private:
  static constexpr std::uint64_t kDeviceBytes = 0x10000;
  static constexpr std::uint64_t kPlicBytes = 0x400000;

  void attach(cm::AqmEngine& engine) {
    registers_ = std::make_unique<cm::AqmRegisters>("aqm_registers", engine);
    to_engine = std::make_unique<BusCounter>("to_engine");
    to_engine->out.bind(registers_->socket());
    bus_.map({"aqm_engine", cm::soc_registers::kAqmEngineBase, kDeviceBytes, 0}, to_engine->in);
    engine.connect_interrupt(plic_.line(1));
  }

  CollectedText screen_;
  platform::Interconnect bus_;
  platform::Memory rom_;
  platform::Memory ram_;
  platform::Plic plic_;
  platform::ExitDevice exit_device_;
  platform::Console console_;
  platform::Watchdog watchdog_;
  cm::IngressHoldRegisterFile no_hold_{"ingress_hold", nullptr};
  platform::BackgroundLoad no_load_{"background_load", {}};
  std::unique_ptr<cm::AqmRegisters> registers_;
};

}  // namespace docsis_vp::fw
