// Samples queues periodically, one row of timeseries.csv per queue and sample.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <systemc>
#include <vector>

#include "platform/base/time.h"
#include "platform/kernel/instant_sequencer.h"
#include "system/assembly/series/time_series.h"

namespace docsis_vp::system {

struct SampledQueue {
  std::string modem;
  std::string flow;  // its name
};

// The queues and their sampling order.
struct SampledQueues {
  std::vector<SampledQueue> queues;  // in the order of the probe's index
  platform::InstantSequencer& sequencer;
  unsigned phase;   // after all other events of the instant, for determinism
  TimePs interval;  // between two samples
};

// Samples only if the time series has a reader.
class Sampler : public sc_core::sc_module {
 public:
  using Probe = std::function<QueueSample(unsigned queue, TimePs at)>;

  Sampler(const sc_core::sc_module_name& name, SampledQueues sampled, TimeSeries& series,
          Probe probe);

  // Time between two samples; the first is at 0.
  TimePs interval() const { return sampled_.interval; }
  // Sets a function that is called at every sample, with the kernel at its time.
  void on_sample(std::function<void()> callback) { on_sample_ = std::move(callback); }

 private:
  void start_of_simulation() override;
  void sample();

  const SampledQueues sampled_;
  TimeSeries& series_;
  const unsigned first_place_;
  Probe probe_;
  platform::InstantSequencer::TaskId task_;
  std::function<void()> on_sample_;
  sc_core::sc_event present_;  // notified when the kernel reaches the time of the next call
};

}  // namespace docsis_vp::system
