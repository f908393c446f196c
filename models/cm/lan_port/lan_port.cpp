#include "models/cm/lan_port/lan_port.h"

#include <algorithm>
#include <tuple>

#include "models/cm/flow_interfaces.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cm {

LanPort::LanPort(const sc_core::sc_module_name& name, unsigned port,
                 platform::InstantSequencer& sequencer, ArrivalSink& sink)
    : sc_module(name),
      sequencer_(sequencer),
      sink_(sink),
      task_(sequencer.add(kEnqueue, port, [this] { hand_on(); })) {}

void LanPort::push(PacketHandle packet) {
  ++packets_;
  bytes_ += packet->size_bytes;
  inbox_.push_back({std::move(packet), platform::now_ps()});
  sequencer_.post(task_);
}

void LanPort::hand_on() {
  const auto earlier = [](const Arrival& a, const Arrival& b) {
    return std::tie(a.arrived, a.packet->flow, a.packet->sequence) <
           std::tie(b.arrived, b.packet->flow, b.packet->sequence);
  };
  // They are mostly in order, and std::stable_sort would allocate memory even then.
  if (!std::is_sorted(inbox_.begin(), inbox_.end(), earlier)) {
    std::stable_sort(inbox_.begin(), inbox_.end(), earlier);
  }
  // No packet arrives during the loop: sinks only store or compute.
  for (Arrival& arrival : inbox_) {
    sink_.arrive(std::move(arrival.packet), arrival.arrived);
  }
  inbox_.clear();
}

}  // namespace docsis_vp::cm
