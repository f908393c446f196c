#include "platform/load/background_load.h"

#include "platform/load/background_load_registers.h"

namespace docsis_vp::platform {

using namespace background_load_registers;

BackgroundLoad::BackgroundLoad(const sc_core::sc_module_name& name,
                               const BackgroundLoadConfig& config)
    : sc_module(name), registers("registers") {
  const auto add = [this](std::uint32_t offset, std::uint32_t value) {
    registers.add(offset, [value](TimePs) { return value; });
  };
  add(kWorkCyclesOffset, config.work_cycles);
  add(kCriticalCyclesOffset, config.critical_cycles);
  add(kPeriodUsOffset, config.period_us);
}

}  // namespace docsis_vp::platform
