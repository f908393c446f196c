// Models the transmit queue of a host and its Ethernet line.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "models/hosts/link/line.h"
#include "models/hosts/timer_queue/timer_queue.h"
#include "platform/base/histogram.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"

namespace docsis_vp::hosts {

struct HostQueueConfig {
  // none: no line. A frame arrives at the instant at which it is pushed.
  std::optional<std::uint64_t> rate_bps = 1'000'000'000;
  // Frames that may wait behind the frame being sent, at least 1. Linux: DEFAULT_TX_QUEUE_LEN of
  // pfifo_fast, include/uapi/linux/netdevice.h and net/core/dev.c.
  std::uint32_t packets = 1000;
  // Distributions exclude frames pushed before this time.
  TimePs warmup = 0;
};

// Losses and waits of the frames of a flow, or of all flows, in host queues.
struct HostCount {
  std::uint64_t dropped_packets = 0;
  std::uint64_t dropped_bytes = 0;             // Ethernet, DA..CRC
  std::uint64_t measured_dropped_packets = 0;  // pushed after the warm-up
  // Waits of the frames sent after the warm-up: push to first octet on the line. Most are 0.
  Histogram waits_ps() const;

  std::uint64_t prompt = 0;  // frames without wait
  Histogram waited_ps;
};

// Counts of host queues per flow, and the flow control of their senders. All queues share it,
// because a flow passes only one of them.
//
// A sender with flow control registers by set_flow_control() and checks waiting_bytes() before it
// sends. None of its frames is dropped at the tail of a queue.
class HostFlows {
 public:
  struct Flow {
    std::uint64_t waiting_bytes = 0;
    bool stopped = false;
    // wake-up of a sender that limits itself; empty: its frames may be dropped
    std::function<void()> resume;
    HostCount count;
  };

  Flow& of(FlowId flow) {
    if (flow >= flows_.size()) {
      flows_.resize(flow + 1);
    }
    return flows_[flow];
  }
  // Bytes of the frames that were pushed and have not left, DA..CRC.
  std::uint64_t waiting_bytes(FlowId flow) const {
    return flow < flows_.size() ? flows_[flow].waiting_bytes : 0;
  }
  // resume: called whenever a frame of the flow has left after stop().
  void set_flow_control(FlowId flow, std::function<void()> resume) {
    of(flow).resume = std::move(resume);
  }
  // The flow's sender waits until its next frame leaves.
  void stop(FlowId flow) { of(flow).stopped = true; }
  // Returns zeros for a flow that passes no queue.
  const HostCount& count(FlowId flow) const;
  // Counts a lost packet. warmup: packets created before it are not measured.
  void lose(const Packet& packet, TimePs warmup);

 private:
  std::vector<Flow> flows_;
};

// One direction of a full-duplex Ethernet port: frames of all flows in one FIFO queue. A frame
// arrives at the sink with its last octet, after 8 octets of preamble and its own length. The next
// one follows 12 octets later. The cable has no delay.
//
// Frames pushed at one instant are ordered by flow and sequence number, independent of the order of
// processes.
//
// Frames of senders without flow control are dropped if config.packets wait.
//
// Without a line nothing waits or is dropped, and the sink receives frames in the order of the
// calls. The sink must order those of one instant, as cm::LanPort does.
class HostQueue : public PacketSink, private LinkAdmission {
 public:
  // All references must outlive the queue. Throws ConfigError.
  HostQueue(const HostQueueConfig& config, HostFlows& flows, TimerQueue& timers, PacketSink& sink);

  void push(PacketHandle packet) override;

  std::optional<std::uint64_t> rate_bps() const { return config_.rate_bps; }
  const HostCount& total() const { return total_; }  // all flows, without waits
  std::uint64_t sent_packets() const { return sent_packets_; }
  std::uint64_t sent_bytes() const { return sent_bytes_; }    // Ethernet, DA..CRC
  std::size_t peak_packets() const { return peak_packets_; }  // largest number that waited
  std::size_t packets_inside() const { return line_.packets_inside(); }

 private:
  void pass(PacketHandle packet);
  bool admits(const Packet& packet, std::size_t ahead, TimePs wait) override;
  void deliver();
  void wake();

  const HostQueueConfig config_;
  TimerQueue& timers_;
  PacketSink& sink_;
  Line line_;
  const std::unique_ptr<ArrivalTimer> arrival_;
  HostFlows& flows_;
  HostCount total_;  // without waits
  std::uint64_t sent_packets_ = 0;
  std::uint64_t sent_bytes_ = 0;
  std::size_t peak_packets_ = 0;
};

}  // namespace docsis_vp::hosts
