// Measures how busy the parts of a modem were between two samples of its queues.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::system {

struct QueueSample;

// Cycles since the start, and those in which a part was busy.
struct BusyCycles {
  std::uint64_t busy = 0;
  std::uint64_t all = 0;
};

// Counts of a modem since the start, at the instant of a sample.
struct LoadCounts {
  BusyCycles port;                // of queue memory
  std::optional<BusyCycles> cpu;  // none: the modem has no CPU
  std::uint64_t missed = 0;       // grants of the sample's flow
};

class LoadMeter {
 public:
  explicit LoadMeter(unsigned flows) : missed_(flows) {}

  // Completes a sample of the queue of a flow. There are no loads before the second instant. All
  // flows of an instant have the same ones. `at` never runs backwards.
  void add_to(QueueSample& sample, unsigned flow, const LoadCounts& counts, TimePs at);

 private:
  TimePs at_ = -1;
  LoadCounts last_;
  std::optional<double> port_load_;
  std::optional<double> cpu_load_;
  std::vector<std::uint64_t> missed_;  // by flow
};

}  // namespace docsis_vp::system
