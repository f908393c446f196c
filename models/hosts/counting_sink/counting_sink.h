// Where packets end: counts them, their one-way delay, and what is missing between them.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/base/histogram.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"

namespace docsis_vp::hosts {

// Of the packets of one flow that were created after the warm-up, but for the totals.
struct FlowCount {
  std::uint64_t total_packets = 0;  // warm-up included
  std::uint64_t total_bytes = 0;
  std::uint64_t total_marked_packets = 0;  // with ECN "congestion experienced"
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;              // Ethernet, DA..CRC
  std::uint64_t reordered_packets = 0;  // arrived after one of a higher sequence number
  std::uint64_t first_sequence = 0;     // after the last packet of the warm-up
  std::uint64_t next_sequence = 0;      // after the highest that arrived
  Histogram one_way_ps;                 // created -> arrived

  // Sequence numbers passed over and not arrived since. What is lost after the last arrival leaves
  // no gap; only its source knows of it.
  std::uint64_t lost_packets() const { return next_sequence - first_sequence - packets; }
};

// Any number of flows, told apart by their identity. A flow is expected to number its packets
// from 0 without gaps and each packet to arrive once at most. Packets end here, or where their flow
// has its receiver.
class CountingSink : public PacketSink {
 public:
  // Packets created before this time count in packets() and bytes() only.
  explicit CountingSink(TimePs warmup = 0) : warmup_(warmup) {}

  // Takes the packets of the flow within push(), once they are counted.
  void forward(FlowId flow, PacketSink& receiver);
  void push(PacketHandle packet) override;

  // Of a flow that sent nothing yet: all zero.
  const FlowCount& flow(FlowId flow) const;
  std::uint64_t packets() const { return packets_; }  // all flows, warm-up included
  std::uint64_t bytes() const { return bytes_; }

 private:
  struct Flow {
    PacketSink* receiver = nullptr;
    FlowCount count;
  };

  Flow& entry(FlowId flow);

  TimePs warmup_;
  std::vector<Flow> flows_;
  std::uint64_t packets_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace docsis_vp::hosts
