#include "platform/load/background_load.h"

#include "platform/load/background_load_registers.h"

namespace docsis_vp::platform {

BackgroundLoad::BackgroundLoad(const sc_core::sc_module_name& name,
                               const BackgroundLoadConfig& config)
    : sc_module(name), registers("registers") {
  const auto add = [this](std::uint32_t offset, std::uint32_t value) {
    registers.add(offset, [value](TimePs) { return value; });
  };
  const auto cycles = [&config](std::uint32_t us) {
    return static_cast<std::uint32_t>(std::llround(us * config.clock_mhz));
  };
  add(background_load_registers::kWorkCyclesOffset, cycles(config.work_us()));
  add(background_load_registers::kCriticalCyclesOffset, cycles(config.critical_section_us));
  add(background_load_registers::kPeriodUsOffset, config.period_us);
  add(background_load_registers::kPhaseUsOffset, config.phase_us.value_or(config.drawn_phase_us));
  add(background_load_registers::kJitterUsOffset, config.jitter_us());
  add(background_load_registers::kSeedOffset, config.seed);
}

}  // namespace docsis_vp::platform
