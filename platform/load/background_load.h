// Implements the registers that configure firmware's synthetic background task.
#pragma once

#include <cstdint>
#include <systemc>

#include "platform/bus/register_file.h"

namespace docsis_vp::platform {

struct BackgroundLoadConfig {
  std::uint32_t work_cycles = 0;      // CPU cycles in each period; 0: no such task
  std::uint32_t critical_cycles = 0;  // part of them with interrupts masked
  std::uint32_t period_us = 10'000;   // mean
  std::uint32_t phase_us = 0;         // offset of the first period's work; below period_us
  std::uint32_t jitter_us = 0;        // intervals are period_us +- this; at most period_us
  std::uint32_t seed = 1;             // seed of the jitter; not 0
};

// The registers are in background_load.rdl; fw/common/background.c runs the task.
class BackgroundLoad : public sc_core::sc_module {
 public:
  RegisterFile registers;

  BackgroundLoad(const sc_core::sc_module_name& name, const BackgroundLoadConfig& config);
};

}  // namespace docsis_vp::platform
