#include "platform/load/background_load.h"

#include "platform/load/background_load_registers.h"

namespace docsis_vp::platform {

BackgroundLoad::BackgroundLoad(const sc_core::sc_module_name& name,
                               const BackgroundLoadConfig& config)
    : sc_module(name), registers("registers") {
  const auto add = [this](std::uint32_t offset, std::uint32_t value) {
    registers.add(offset, [value](TimePs) { return value; });
  };
  add(background_load_registers::kWorkCyclesOffset, config.work_cycles);
  add(background_load_registers::kCriticalCyclesOffset, config.critical_cycles);
  add(background_load_registers::kPeriodUsOffset, config.period_us);
  add(background_load_registers::kPhaseUsOffset, config.phase_us);
  add(background_load_registers::kJitterUsOffset, config.jitter_us);
  add(background_load_registers::kSeedOffset, config.seed);
}

}  // namespace docsis_vp::platform
