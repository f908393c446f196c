// Holds the two queues of a downstream aggregate service flow as one slot of the
// DownstreamScheduler.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "models/docsis/packet_shaper.h"
#include "models/queue/dual_queue.h"

namespace docsis_vp::cmts {

// Two downstream service flows under one rate and one law.
struct DownstreamAggregateConfig {
  std::string name;
  // Indices among the modem's downstream flows, at least one.
  std::optional<unsigned> classic;
  std::optional<unsigned> low_latency;
  queue::DualQueueConfig queue;       // an aggregate of one flow has no queue protection
  docsis::PacketShaperConfig shaper;  // AMSR, its burst, its peak rate
};

// The scheduler debits the aggregate's buckets for each packet of either queue. While both queues
// have packets, they alternate by the scheduling weight: W : 256 - W of the bytes. A service flow
// with rates of its own also waits for its own buckets; meanwhile the other flow may send.
class DownstreamAggregate final : public queue::DualQueue {
 public:
  // classic, low_latency: rates of the service flows; 0 if only the aggregate limits them.
  DownstreamAggregate(const queue::DualQueueConfig& config,
                      const docsis::PacketShaperConfig& classic,
                      const docsis::PacketShaperConfig& low_latency, const FlowTable& flows,
                      const queue::PartClassifier& classifier, queue::DualQueueListener& listener);

  // Discipline
  std::uint32_t next_bytes() const override;
  TimePs ready(TimePs now) override;

 private:
  using Part = queue::Part;

  queue::QueuedPacket take(TimePs now) override;
  TimePs own_ready(Part part, TimePs now) const;
  Part next_part(TimePs now) const;
  docsis::PacketShaper& rates(Part part) { return rates_[static_cast<std::size_t>(part)]; }
  const docsis::PacketShaper& rates(Part part) const {
    return rates_[static_cast<std::size_t>(part)];
  }

  std::array<docsis::PacketShaper, 2> rates_;
  TimePs looked_at_ = 0;  // time of the last ready()
};

}  // namespace docsis_vp::cmts
