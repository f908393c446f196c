// Declares the configuration of firmware's synthetic background task.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

namespace docsis_vp::platform {

struct BackgroundLoadConfig {
  // Keys of a scenario's `background_load`.
  double utilization = 0;            // load of the CPU, 0 to 1; 0: no such task
  std::uint32_t period_us = 10'000;  // mean
  double jitter_percent = 10;        // largest deviation of an interval from the period
  // Start of the first period, below period_us; empty: drawn.
  std::optional<std::uint32_t> phase_us;
  // Part of each period's work that runs with interrupts masked.
  std::uint32_t critical_section_us = 0;

  // Set by the owner of the CPU.
  double clock_mhz = 100;            // the CPU's clock
  std::uint32_t drawn_phase_us = 0;  // used without phase_us
  std::uint32_t seed = 1;            // for the jitter; not 0

  std::uint32_t work_us() const {  // of each period
    return static_cast<std::uint32_t>(std::lround(utilization * period_us));
  }
  std::uint32_t jitter_us() const {  // an interval is period_us +- this
    return static_cast<std::uint32_t>(std::lround(jitter_percent / 100 * period_us));
  }
};

}  // namespace docsis_vp::platform
