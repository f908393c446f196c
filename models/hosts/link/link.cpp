#include "models/hosts/link/link.h"

#include <utility>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::hosts {

Link::Link(const sc_core::sc_module_name& name, const LinkConfig& config, PacketSink& sink)
    : sc_module(name),
      sink_(sink),
      line_(config),
      arrival_([this] { deliver(); }),
      arrival_now_([this] { deliver(); }) {}

void Link::push(PacketHandle packet) {
  line_.push(std::move(packet), platform::now_ps());
  wait();
}

void Link::deliver() {
  const TimePs now = platform::now_ps();
  while (PacketHandle packet = line_.take_arrived(now)) {
    sink_.push(std::move(packet));
  }
  wait();
}

// Waits for the next arrival. For an arrival at this instant it waits until all packets of the
// instant have entered.
void Link::wait() {
  const TimePs at = line_.next_arrival();
  if (at <= platform::now_ps()) {
    arrival_now_.request();
  } else {
    arrival_.set_if_earlier(at);
  }
}

}  // namespace docsis_vp::hosts
