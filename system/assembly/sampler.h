// Looks at queues from time to time, for a row of timeseries.csv each.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <systemc>
#include <vector>

#include "platform/base/time.h"
#include "platform/kernel/instant_sequencer.h"
#include "system/assembly/time_series.h"

namespace docsis_vp::system {

struct SampledQueue {
  std::string modem;
  std::string flow;  // its name
};

// Where the queues are, and when they may be looked at.
struct SampledQueues {
  std::vector<SampledQueue> queues;  // in the order of the probe's index
  platform::InstantSequencer& sequencer;
  unsigned phase;   // after all that happens at the instant, so that samples hang on no order
  TimePs interval;  // from one look to the next
};

// Samples if somebody looks.
class Sampler : public sc_core::sc_module {
 public:
  using Probe = std::function<QueueSample(unsigned queue, TimePs at)>;

  Sampler(const sc_core::sc_module_name& name, SampledQueues sampled, TimeSeries& series,
          Probe probe);

  // From one sample to the next; the first is at 0.
  TimePs interval() const { return sampled_.interval; }
  // Called at every sample, with the kernel at its time.
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
  sc_core::sc_event present_;  // has the kernel come to the time of the next call
};

}  // namespace docsis_vp::system
