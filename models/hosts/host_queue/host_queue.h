// The transmit queue of a host, and the Ethernet line behind it that empties it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "models/hosts/link/line.h"
#include "models/hosts/timer_queue/timer_queue.h"
#include "platform/base/histogram.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"

namespace docsis_vp::hosts {

struct HostQueueConfig {
  std::uint64_t rate_bps = 1'000'000'000;
  // Frames that may wait behind the one that is being sent, at least 1. Linux: DEFAULT_TX_QUEUE_LEN
  // of pfifo_fast, include/uapi/linux/netdevice.h and net/core/dev.c.
  std::uint32_t packets = 1000;
  // Distributions leave out frames that were handed over before.
  TimePs warmup = 0;
};

// Counts the frames of a flow, or of all flows, that a host lost or delayed.
struct HostCount {
  std::uint64_t dropped_packets = 0;
  std::uint64_t dropped_bytes = 0;             // Ethernet, DA..CRC
  std::uint64_t measured_dropped_packets = 0;  // handed over after the warm-up
  // Likewise, of those sent: hand-over to the first octet on the line. Most do not wait.
  Histogram waits_ps() const;

  std::uint64_t prompt = 0;  // did not wait
  Histogram waited_ps;
};

// Keeps what host queues count of each flow. All queues share it: a flow passes one of them.
class HostFlows {
 public:
  struct Flow {
    std::uint64_t waiting_bytes = 0;
    bool stopped = false;
    std::function<void()> go;  // empty: its frames may be lost
    HostCount count;
  };

  Flow& of(FlowId flow) {
    if (flow >= flows_.size()) {
      flows_.resize(flow + 1);
    }
    return flows_[flow];
  }
  std::uint64_t waiting_bytes(FlowId flow) const {
    return flow < flows_.size() ? flows_[flow].waiting_bytes : 0;
  }
  // All zero of a flow that passes no queue.
  const HostCount& count(FlowId flow) const;

 private:
  std::vector<Flow> flows_;
};

// One direction of a full-duplex Ethernet port: frames of all flows in one queue, first come, first
// served. A frame arrives at the sink with its last octet, 8 octets of preamble and its own length
// after its first one left; the next follows 12 octets later. The cable is short: no delay.
//
// Frames that are pushed at one instant enter ordered by flow and sequence number, whatever process
// came first.
//
// A sender that stops by itself says so by limit_itself(): it looks at waiting_bytes() before it
// sends, and none of its frames is lost here. Frames of all others are lost if config.packets are
// waiting.
class HostQueue : public PacketSink, private LineDoor {
 public:
  // The others must outlive it. Throws ConfigError.
  HostQueue(const HostQueueConfig& config, HostFlows& flows, TimerQueue& timers, PacketSink& sink);

  void push(PacketHandle packet) override;

  // go: called whenever a frame of the flow has left after stop() was called.
  void limit_itself(FlowId flow, std::function<void()> go) { flows_.of(flow).go = std::move(go); }
  // The flow's sender waits for its next frame to leave.
  void stop(FlowId flow) { flows_.of(flow).stopped = true; }
  // Frames that were pushed and have not left, DA..CRC.
  std::uint64_t waiting_bytes(FlowId flow) const { return flows_.waiting_bytes(flow); }

  std::uint64_t rate_bps() const { return config_.rate_bps; }
  const HostCount& total() const { return total_; }  // of all flows, without waits
  std::uint64_t sent_packets() const { return sent_packets_; }
  std::uint64_t sent_bytes() const { return sent_bytes_; }    // Ethernet, DA..CRC
  std::size_t peak_packets() const { return peak_packets_; }  // that waited
  std::size_t packets_inside() const { return line_.packets_inside(); }

 private:
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
