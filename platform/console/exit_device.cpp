#include "platform/console/exit_device.h"

#include "platform/console/exit_device_registers.h"

namespace docsis_vp::platform {

ExitDevice::ExitDevice(const sc_core::sc_module_name& name, TextSink& sink, Outcome& outcome)
    : sc_module(name), registers("registers"), screen_(sink, {}) {
  registers.add(
      exit_device_registers::kExitCodeOffset, {},
      [&outcome](std::uint32_t value, TimePs at) { outcome.exit(static_cast<int>(value), at); });
  registers.add(exit_device_registers::kCharacterOffset, {}, [this](std::uint32_t value, TimePs) {
    screen_.put(static_cast<char>(value & exit_device_registers::kCharacterValueMask));
  });
}

}  // namespace docsis_vp::platform
