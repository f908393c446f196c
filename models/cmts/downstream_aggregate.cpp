#include "models/cmts/downstream_aggregate.h"

#include <algorithm>

namespace docsis_vp::cmts {

DownstreamAggregate::DownstreamAggregate(const queue::DualQueueConfig& config,
                                         const docsis::PacketShaperConfig& classic,
                                         const docsis::PacketShaperConfig& low_latency,
                                         const FlowTable& flows,
                                         const queue::PartClassifier& classifier,
                                         queue::DualQueueListener& listener)
    : DualQueue(config, flows, classifier, listener),
      rates_{docsis::PacketShaper(classic), docsis::PacketShaper(low_latency)} {}

// When the service flow's own buckets hold its next packet; kNever: it has none.
TimePs DownstreamAggregate::own_ready(Part part, TimePs now) const {
  const Packet* const next = head(part);
  return next == nullptr ? kNever : rates(part).ready(next->size_bytes, now);
}

// The queue whose turn it is, unless its own buckets hold it back longer than the other's.
queue::Part DownstreamAggregate::next_part(TimePs now) const {
  const TimePs classic = own_ready(Part::kClassic, now);
  const TimePs low_latency = own_ready(Part::kLowLatency, now);
  if (classic == low_latency) {
    return turn();
  }
  return classic < low_latency ? Part::kClassic : Part::kLowLatency;
}

std::uint32_t DownstreamAggregate::next_bytes() const {
  const Packet* const next = head(next_part(looked_at_));
  return next == nullptr ? 0 : next->size_bytes;
}

TimePs DownstreamAggregate::ready(TimePs now) {
  looked_at_ = now;
  return std::min(own_ready(Part::kClassic, now), own_ready(Part::kLowLatency, now));
}

queue::QueuedPacket DownstreamAggregate::take(TimePs now) {
  if (packets() == 0) {
    return {};
  }
  const Part part = next_part(now);
  queue::QueuedPacket entry = dequeue_from(part, now);
  rates(part).take(entry.packet->size_bytes, now);
  return entry;
}

}  // namespace docsis_vp::cmts
