#include "models/hosts/path/lane.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace docsis_vp::hosts {

namespace {

LinkConfig with_some_delay(LinkConfig config) {
  config.delay = std::max<TimePs>(config.delay, 1);
  return config;
}

}  // namespace

Lane::Lane(const LinkConfig& config, TimerQueue& timers, PacketSink& sink)
    : timers_(timers),
      sink_(sink),
      line_(with_some_delay(config)),
      arrival_(timers, 0, [this] { deliver(); }) {}

void Lane::push(PacketHandle packet) {
  const TimePs now = timers_.now();
  if (!inbox_.empty() && inbox_time_ < now) {
    admit_inbox();
  }
  inbox_time_ = now;
  inbox_.push_back(std::move(packet));
  if (line_.empty()) {
    arm_for(inbox_.back()->size_bytes);
  }
}

// Whichever of an instant's packets enters first: none arrives before the shortest would alone.
void Lane::arm_for(std::uint32_t size_bytes) {
  const TimePs earliest = line_.arrival_of(size_bytes, inbox_time_);
  if (earliest < arrival_.deadline()) {
    arrival_.arm(earliest);
  }
}

void Lane::admit_inbox() {
  if (inbox_.size() > 1) {
    std::stable_sort(inbox_.begin(), inbox_.end(),
                     [](const PacketHandle& a, const PacketHandle& b) {
                       return std::tie(a->flow, a->sequence) < std::tie(b->flow, b->sequence);
                     });
  }
  for (PacketHandle& packet : inbox_) {
    line_.admit(std::move(packet), inbox_time_);
  }
  inbox_.clear();
}

void Lane::deliver() {
  const TimePs now = timers_.now();
  if (inbox_time_ < now) {
    admit_inbox();
  }
  while (line_.next_arrival() <= now) {
    sink_.push(line_.take(now));
  }
  if (!line_.empty()) {
    arrival_.arm(line_.next_arrival());
    return;
  }
  for (const PacketHandle& packet : inbox_) {
    arm_for(packet->size_bytes);
  }
}

}  // namespace docsis_vp::hosts
