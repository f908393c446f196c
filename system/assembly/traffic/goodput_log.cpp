#include "system/assembly/traffic/goodput_log.h"

namespace docsis_vp::system {

namespace {

// Its timer runs after all others of an instant.
constexpr std::uint32_t kLastOwner = UINT32_MAX;

double mbps(std::uint64_t bytes, TimePs time) {
  return 8e-6 * static_cast<double>(bytes) / to_seconds(time);
}

}  // namespace

GoodputLog::GoodputLog(hosts::TimerQueue& timers, TimePs warmup, TimePs interval, std::size_t flows,
                       Probe probe)
    : warmup_(warmup),
      interval_(interval),
      flows_(flows),
      probe_(std::move(probe)),
      at_warmup_(flows),
      warm_(timers, kLastOwner,
            [this] {
              for (std::size_t flow = 0; flow < flows_; ++flow) {
                at_warmup_[flow] = probe_(flow);
              }
            }),
      next_(timers, kLastOwner, [this] { sample(); }) {
  if (flows > 0) {
    warm_.arm(warmup);
    next_.arm(interval);
  }
}

void GoodputLog::sample() {
  for (std::size_t flow = 0; flow < flows_; ++flow) {
    samples_.push_back(probe_(flow));
  }
  next_.arm(sampled_until() + interval_);
}

TimePs GoodputLog::sampled_until() const {
  return static_cast<TimePs>(samples_.size() / flows_) * interval_;
}

double GoodputLog::mean_mbps(std::size_t flow, TimePs now) const {
  return now > warmup_ ? mbps(probe_(flow) - at_warmup_[flow], now - warmup_) : 0;
}

std::vector<double> GoodputLog::series_mbps(std::size_t flow, TimePs now) const {
  std::vector<double> series;
  std::uint64_t before = 0;
  for (std::size_t i = flow; i < samples_.size(); i += flows_) {
    series.push_back(mbps(samples_[i] - before, interval_));
    before = samples_[i];
  }
  // A run that ends with an interval ends before the sample of that interval.
  if (sampled_until() + interval_ == now) {
    series.push_back(mbps(probe_(flow) - before, interval_));
  }
  return series;
}

}  // namespace docsis_vp::system
