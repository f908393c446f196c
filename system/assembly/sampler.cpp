#include "system/assembly/sampler.h"

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::system {

Sampler::Sampler(const sc_core::sc_module_name& name, SampledQueues queues, TimeSeries& series,
                 Probe probe)
    : sc_module(name),
      queues_(std::move(queues)),
      series_(series),
      first_place_(series.take_places(queues_.flows.size())),
      probe_(std::move(probe)),
      task_(queues_.sequencer.add(queues_.phase, 0, [this] { sample(); })) {}

void Sampler::start_of_simulation() {
  if (series_.wanted() || on_sample_) {
    queues_.sequencer.post_at(task_, 0);
  }
}

void Sampler::sample() {
  const TimePs now = platform::now_ps();
  queues_.sequencer.post_at(task_, now + kInterval);
  for (unsigned i = 0; series_.wanted() && i < queues_.flows.size(); ++i) {
    series_.add(now, first_place_ + i, queues_.modem, queues_.flows[i], probe_(i, now));
  }
  if (on_sample_) {
    on_sample_();
  }
}

}  // namespace docsis_vp::system
