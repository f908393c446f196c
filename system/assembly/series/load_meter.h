// Measures the load of a modem's parts between two samples of its queues.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::system {

struct QueueSample;

// Cycles since the start, and the cycles among them in which a unit was busy.
struct BusyCycles {
  std::uint64_t busy = 0;
  std::uint64_t all = 0;
};

// Counters of a modem since the start, at the instant of a sample.
struct LoadCounts {
  BusyCycles port;                // of queue memory
  std::optional<BusyCycles> cpu;  // none: the modem has no CPU
  std::uint64_t missed = 0;       // missed grants of the sample's flow
};

class LoadMeter {
 public:
  explicit LoadMeter(unsigned flows) : missed_(flows) {}

  // Adds the loads to a flow's queue sample. There are none before the second instant. All flows of
  // an instant get the same loads. `at` never decreases between calls.
  void add_to(QueueSample& sample, unsigned flow, const LoadCounts& counts, TimePs at);

 private:
  TimePs at_ = -1;
  LoadCounts last_;
  std::optional<double> port_load_;
  std::optional<double> cpu_load_;
  std::vector<std::uint64_t> missed_;  // by flow
};

}  // namespace docsis_vp::system
