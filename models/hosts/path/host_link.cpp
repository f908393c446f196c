#include "models/hosts/path/host_link.h"

#include <algorithm>
#include <utility>

namespace docsis_vp::hosts {

namespace {

LinkConfig with_some_delay(LinkConfig config) {
  config.delay = std::max<TimePs>(config.delay, config.rate_bps ? 0 : 1);
  return config;
}

}  // namespace

HostLink::HostLink(const LinkConfig& config, TimerQueue& timers, PacketSink& sink)
    : timers_(timers),
      sink_(sink),
      line_(with_some_delay(config)),
      arrival_(timers.make_arrival_timer([this] { deliver(); })) {}

void HostLink::push(PacketHandle packet) {
  line_.push(std::move(packet), timers_.now());
  wake();
}

void HostLink::deliver() {
  const TimePs now = timers_.now();
  while (PacketHandle packet = line_.take_arrived(now)) {
    sink_.push(std::move(packet));
  }
  wake();
}

void HostLink::wake() {
  if (line_.next_arrival() != kNever) {
    arrival_->set_if_earlier(line_.next_arrival());
  }
}

}  // namespace docsis_vp::hosts
