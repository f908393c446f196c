#include "models/hosts/link/link.h"

#include <utility>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::hosts {

Link::Link(const sc_core::sc_module_name& name, const LinkConfig& config, PacketSink& sink)
    : sc_module(name), sink_(sink), line_(config) {
  SC_HAS_PROCESS(Link);
  SC_METHOD(deliver);
  sensitive << arrival_;
  dont_initialize();
}

void Link::push(PacketHandle packet) {
  line_.push(std::move(packet), platform::now_ps());
  wake();
}

void Link::deliver() {
  woken_at_ = kNever;
  const TimePs now = platform::now_ps();
  while (PacketHandle packet = line_.take_arrived(now)) {
    sink_.push(std::move(packet));
  }
  wake();
}

void Link::wake() {
  const TimePs at = line_.next_arrival();
  if (at < woken_at_) {
    woken_at_ = at;
    arrival_.notify(platform::to_sc_time(at - platform::now_ps()));
  }
}

}  // namespace docsis_vp::hosts
