#include "models/hosts/counting_sink/counting_sink.h"

#include <algorithm>
#include <utility>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::hosts {

CountingSink::Flow& CountingSink::entry(FlowId flow) {
  if (flow >= flows_.size()) {
    flows_.resize(flow + 1);
  }
  return flows_[flow];
}

void CountingSink::forward(FlowId flow, PacketSink& receiver) {
  entry(flow).receiver = &receiver;
}

void CountingSink::push(PacketHandle packet) {
  ++packets_;
  bytes_ += packet->size_bytes;
  Flow& flow = entry(packet->flow);
  FlowCount& count = flow.count;
  ++count.total_packets;
  count.total_bytes += packet->size_bytes;
  count.total_marked_packets += packet->ecn == Ecn::kCe ? 1 : 0;
  const bool is_late = packet->sequence < count.next_sequence;
  count.next_sequence = std::max(count.next_sequence, packet->sequence + 1);
  if (packet->created < warmup_) {
    count.first_sequence = std::max(count.first_sequence, packet->sequence + 1);
  } else {
    ++count.packets;
    count.bytes += packet->size_bytes;
    count.reordered_packets += is_late ? 1 : 0;
    count.one_way_ps.add(static_cast<std::uint64_t>(platform::now_ps() - packet->created));
  }
  if (observer_ != nullptr) {
    observer_->arrived(*packet);
  }
  if (flow.receiver != nullptr) {
    flow.receiver->push(std::move(packet));
  }
}

const FlowCount& CountingSink::flow(FlowId flow) const {
  static const FlowCount kNothing{};
  return flow < flows_.size() ? flows_[flow].count : kNothing;
}

}  // namespace docsis_vp::hosts
