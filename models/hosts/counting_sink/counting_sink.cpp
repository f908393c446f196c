#include "models/hosts/counting_sink/counting_sink.h"

#include <algorithm>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::hosts {

void CountingSink::push(PacketHandle packet) {
  ++packets_;
  bytes_ += packet->size_bytes;
  if (packet->flow >= flows_.size()) {
    flows_.resize(packet->flow + 1);
  }
  FlowCount& count = flows_[packet->flow];
  const bool is_late = packet->sequence < count.next_sequence;
  count.next_sequence = std::max(count.next_sequence, packet->sequence + 1);
  if (packet->created < warmup_) {
    count.first_sequence = std::max(count.first_sequence, packet->sequence + 1);
    return;
  }
  ++count.packets;
  count.bytes += packet->size_bytes;
  count.reordered_packets += is_late ? 1 : 0;
  count.marked_packets += packet->ecn == Ecn::kCe ? 1 : 0;
  count.one_way_ps.add(static_cast<std::uint64_t>(platform::now_ps() - packet->created));
}

const FlowCount& CountingSink::flow(FlowId flow) const {
  static const FlowCount kNothing{};
  return flow < flows_.size() ? flows_[flow] : kNothing;
}

}  // namespace docsis_vp::hosts
