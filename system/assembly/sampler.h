// Looks at the queues of a modem every 10 ms and writes a row of timeseries.csv for each.
#pragma once

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <systemc>
#include <vector>

#include "platform/base/time.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::system {

struct QueueSample {
  std::uint64_t queue_bytes = 0;
  double predicted_delay_ms = 0;  // what the AQM algorithm expects
  double measured_delay_ms = 0;   // of the packet that left last
  double drop_probability = 0;
  std::uint64_t sustained_tokens_bytes = 0;
  std::uint64_t peak_tokens_bytes = 0;
};

// Samples if somebody looks, after all that happens to the modem at the instant, so that they hang
// on no order.
class Sampler : public sc_core::sc_module {
 public:
  static constexpr TimePs kInterval = 10 * kPsPerMs;

  using Probe = std::function<QueueSample(unsigned flow, TimePs at)>;

  // flows: names, in the order of the probe's index.
  Sampler(const sc_core::sc_module_name& name, std::string modem, std::vector<std::string> flows,
          platform::InstantSequencer& sequencer, Probe probe);

  static void write_head(std::ostream& to);
  void write_to(std::ostream& to) { to_ = &to; }
  // Called at every sample.
  void on_sample(std::function<void()> callback) { on_sample_ = std::move(callback); }

 private:
  void start_of_simulation() override;
  void sample();

  std::string modem_;
  std::vector<std::string> flows_;
  platform::InstantSequencer& sequencer_;
  Probe probe_;
  platform::InstantSequencer::TaskId task_;
  std::ostream* to_ = nullptr;
  std::function<void()> on_sample_;
};

}  // namespace docsis_vp::system
