// Measures how busy the parts of a modem were between two samples of its queues.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/cm/modem/modem.h"
#include "platform/base/time.h"
#include "system/assembly/control_cpu.h"
#include "system/assembly/time_series.h"

namespace docsis_vp::system {

class LoadMeter {
 public:
  // Completes a sample of the queue of a flow. Nothing has a load before the second instant. All
  // flows of an instant have the same loads, and `at` never runs backwards. cpu: may be null.
  void add_to(QueueSample& sample, cm::Modem& modem, const ControlCpu* cpu, unsigned flow,
              TimePs at);

 private:
  // Counts up to an instant.
  struct Cycles {
    std::uint64_t busy = 0;
    std::uint64_t all = 0;

    double load_since(const Cycles& before) const;
  };

  void measure(cm::Modem& modem, const ControlCpu* cpu);

  TimePs at_ = -1;
  Cycles port_;
  Cycles cpu_;
  std::optional<double> port_load_;
  std::optional<double> cpu_load_;
  std::vector<std::uint64_t> missed_;  // by flow
};

}  // namespace docsis_vp::system
