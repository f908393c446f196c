#include "models/hosts/link/link.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::hosts {

Link::Link(const sc_core::sc_module_name& name, const LinkConfig& config, PacketSink& sink)
    : sc_module(name), sink_(sink), line_(config) {
  SC_HAS_PROCESS(Link);
  SC_METHOD(admit_inbox);
  sensitive << collect_;
  dont_initialize();
  SC_METHOD(deliver);
  sensitive << arrival_;
  dont_initialize();
}

void Link::push(PacketHandle packet) {
  inbox_.push_back(std::move(packet));
  collect_.notify(sc_core::SC_ZERO_TIME);
}

void Link::admit_inbox() {
  if (inbox_.size() > 1) {
    std::stable_sort(inbox_.begin(), inbox_.end(),
                     [](const PacketHandle& a, const PacketHandle& b) {
                       return std::tie(a->flow, a->sequence) < std::tie(b->flow, b->sequence);
                     });
  }
  const TimePs now = platform::now_ps();
  for (PacketHandle& packet : inbox_) {
    line_.admit(std::move(packet), now);
  }
  inbox_.clear();
  deliver();
}

void Link::deliver() {
  const TimePs now = platform::now_ps();
  while (line_.next_arrival() <= now) {
    sink_.push(line_.take(now));
  }
  if (!line_.empty()) {
    arrival_.notify(platform::to_sc_time(line_.next_arrival() - now));
  }
}

}  // namespace docsis_vp::hosts
