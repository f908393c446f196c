#include "system/assembly/series/sampler.h"

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::system {

Sampler::Sampler(const sc_core::sc_module_name& name, SampledQueues sampled, TimeSeries& series,
                 Probe probe)
    : sc_module(name),
      sampled_(std::move(sampled)),
      series_(series),
      first_place_(series.take_places(sampled_.queues.size())),
      probe_(std::move(probe)),
      task_(sampled_.sequencer.add(sampled_.phase, 0, [this] { sample(); })) {}

void Sampler::start_of_simulation() {
  if (series_.wanted() || on_sample_) {
    sampled_.sequencer.post_at(task_, 0);
  }
}

void Sampler::sample() {
  const TimePs now = platform::now_ps();
  sampled_.sequencer.post_at(task_, now + sampled_.interval);
  for (unsigned i = 0; series_.wanted() && i < sampled_.queues.size(); ++i) {
    const SampledQueue& queue = sampled_.queues[i];
    series_.add(now, first_place_ + i, queue.modem, queue.flow, probe_(i, now));
  }
  if (on_sample_) {
    on_sample_();
    platform::forget_kernel_activity();
    platform::notify_at(present_, now + sampled_.interval);
  }
}

}  // namespace docsis_vp::system
