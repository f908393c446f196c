// Tells firmware what to do beside its own work.
#pragma once

#include <cstdint>
#include <systemc>

#include "platform/bus/register_file.h"

namespace docsis_vp::platform {

struct BackgroundLoadConfig {
  std::uint32_t work_cycles = 0;      // of the CPU in each period; 0: no such task
  std::uint32_t critical_cycles = 0;  // of these, with interrupts masked
  std::uint32_t period_us = 10'000;   // mean
  std::uint32_t phase_us = 0;         // of the first period's work; below period_us
  std::uint32_t jitter_us = 0;        // an interval is period_us +- this; at most period_us
  std::uint32_t seed = 1;             // of the random numbers for that; not 0
};

// background_load.rdl has the registers, fw/common/background.c the task.
class BackgroundLoad : public sc_core::sc_module {
 public:
  RegisterFile registers;

  BackgroundLoad(const sc_core::sc_module_name& name, const BackgroundLoadConfig& config);
};

}  // namespace docsis_vp::platform
