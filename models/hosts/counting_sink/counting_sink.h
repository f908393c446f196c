// Counts packets, their one-way delay and their losses, per flow.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/base/histogram.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"

namespace docsis_vp::hosts {

// Counts of one flow. Except for the totals they cover packets created after the warm-up.
struct FlowCount {
  std::uint64_t total_packets = 0;  // warm-up included
  std::uint64_t total_bytes = 0;
  std::uint64_t total_marked_packets = 0;  // packets with ECN "congestion experienced"
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;              // Ethernet, DA..CRC
  std::uint64_t reordered_packets = 0;  // arrived after a packet with a higher sequence number
  std::uint64_t first_sequence = 0;     // first one after the warm-up
  std::uint64_t next_sequence = 0;      // one past the highest arrived
  Histogram one_way_ps;                 // created -> arrived

  // Sequence numbers that were skipped and have not arrived since. Losses after the last arrival
  // are unknown here; only the source knows of them.
  std::uint64_t lost_packets() const { return next_sequence - first_sequence - packets; }
};

// Receives each packet as it is counted.
class ArrivalObserver {
 public:
  virtual ~ArrivalObserver() = default;
  virtual void arrived(const Packet& packet) = 0;
};

// Counts any number of flows by their identity. A flow must number its packets from 0 without gaps,
// and each packet may arrive once. Packets end here, or go to the receiver of their flow.
class CountingSink : public PacketSink {
 public:
  // warmup: packets created earlier count only in total_packets, total_bytes, packets() and
  // bytes().
  explicit CountingSink(TimePs warmup = 0) : warmup_(warmup) {}

  // The receiver takes the flow's packets within push(), after they are counted.
  void forward(FlowId flow, PacketSink& receiver);
  // Sets the observer, at most one. It must live until the sink is destroyed or the run has ended.
  void observe(ArrivalObserver& observer) { observer_ = &observer; }
  void push(PacketHandle packet) override;

  // Returns zeros for a flow that has sent nothing.
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
  ArrivalObserver* observer_ = nullptr;
  std::vector<Flow> flows_;
  std::uint64_t packets_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace docsis_vp::hosts
