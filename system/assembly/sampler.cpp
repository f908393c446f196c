#include "system/assembly/sampler.h"

#include "models/cm/flow_interfaces.h"
#include "platform/kernel/kernel_time.h"
#include "system/json/writer.h"

namespace docsis_vp::system {

Sampler::Sampler(const sc_core::sc_module_name& name, std::string modem,
                 std::vector<std::string> flows, platform::InstantSequencer& sequencer, Probe probe)
    : sc_module(name),
      modem_(std::move(modem)),
      flows_(std::move(flows)),
      sequencer_(sequencer),
      probe_(std::move(probe)),
      task_(sequencer.add(cm::kObserve, 0, [this] { sample(); })) {}

void Sampler::write_head(std::ostream& to) {
  to << "time_s,modem,service_flow,queue_bytes,predicted_delay_ms,measured_delay_ms,"
        "drop_probability,sustained_tokens_bytes,peak_tokens_bytes\n";
}

void Sampler::start_of_simulation() {
  if (to_ != nullptr || on_sample_) {
    sequencer_.post_at(task_, 0);
  }
}

void Sampler::sample() {
  const TimePs now = platform::now_ps();
  sequencer_.post_at(task_, now + kInterval);
  for (unsigned i = 0; to_ != nullptr && i < flows_.size(); ++i) {
    const QueueSample sample = probe_(i, now);
    *to_ << json_number(to_seconds(now)) << ',' << modem_ << ',' << flows_[i] << ','
         << sample.queue_bytes << ',' << json_number(sample.predicted_delay_ms) << ','
         << json_number(sample.measured_delay_ms) << ',' << json_number(sample.drop_probability)
         << ',' << sample.sustained_tokens_bytes << ',' << sample.peak_tokens_bytes << '\n';
  }
  if (on_sample_) {
    on_sample_();
  }
}

}  // namespace docsis_vp::system
