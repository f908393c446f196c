// Models the Ethernet ports of a modem and the hosts' queues behind them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "models/hosts/flow_router/flow_router.h"
#include "models/hosts/host_queue/host_queue.h"
#include "models/hosts/path/host_link.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"
#include "system/scenario/fields/lan.h"

namespace docsis_vp::system {

// Each port is full duplex. A port without a line transfers frames in no time. Frames of hosts wait
// in their queue until the line is free. Frames to hosts wait in the modem, at most kEgressBytes
// per port.
class Lan {
 public:
  // [engineering choice] 1000 frames of 1518 bytes, in the existing packet memory.
  static constexpr std::uint64_t kEgressBytes = 1'518'000;

  // config: complete. hosts: receives the frames that the modem sends. All arguments must outlive
  // the object.
  Lan(const LanConfig& config, TimePs warmup, hosts::HostFlows& flows, hosts::TimerQueue& timers,
      PacketSink& hosts);

  // Receives the modem's frames for its hosts.
  PacketSink& from_modem();
  // Sets the sink for frames to the modem. Call it once, before any flow is laid.
  void connect(PacketSink& modem);

  // lay_to_hosts() routes a flow's packets for the hosts to a port. lay_from_hosts() returns the
  // queue into which the flow's hosts push.
  void lay_to_hosts(FlowId flow, unsigned port);
  hosts::HostQueue& lay_from_hosts(FlowId flow, unsigned port);
  // Flow control of the hosts' queues.
  hosts::HostFlows& flows() { return flows_; }
  hosts::HostQueue& queue(unsigned port) { return *ports_[port].queue; }
  const hosts::HostQueue& queue(unsigned port) const { return *ports_[port].queue; }

  unsigned ports() const { return static_cast<unsigned>(ports_.size()); }
  // Packets lost in the modem because the line to the hosts is slower than the cable.
  std::uint64_t egress_drops(unsigned port) const {
    return ports_[port].to_hosts->dropped_packets();
  }
  std::uint64_t egress_drops() const;
  // Waiting times of all frames that hosts sent.
  Histogram waits_ps(unsigned port) const;
  // Packets in hosts' queues or on lines to the modem.
  std::size_t packets_to_modem() const;

 private:
  struct Port {
    hosts::HostQueueConfig config;
    std::unique_ptr<hosts::HostLink> to_hosts;
    std::unique_ptr<hosts::HostQueue> queue;
    std::vector<FlowId> flows;  // flows that start at these hosts
  };

  hosts::HostFlows& flows_;
  hosts::TimerQueue& timers_;
  std::vector<Port> ports_;
  std::optional<hosts::FlowRouter> router_;  // present if there are several ports
};

}  // namespace docsis_vp::system
