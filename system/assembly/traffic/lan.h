// The Ethernet ports of a modem, and the hosts' queues behind them.
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

// Each port is full duplex. What hosts send waits in their queue until the line is free; what the
// modem sends waits in the modem, at most kEgressBytes for a port.
class Lan {
 public:
  // [engineering choice] 1000 frames of 1518 bytes, in the memory that holds packets anyway.
  static constexpr std::uint64_t kEgressBytes = 1'518'000;

  // config: complete. hosts: where frames arrive that the modem sends. All must outlive it.
  Lan(const LanConfig& config, TimePs warmup, hosts::HostFlows& flows, hosts::TimerQueue& timers,
      PacketSink& hosts);

  // Where the modem pushes what it has for its hosts.
  PacketSink& from_modem();
  // Where frames enter the modem. Once, before any flow is laid.
  void connect(PacketSink& modem);

  // The packets of a flow to the hosts take that port; from them they push into its queue.
  void lay_to_hosts(FlowId flow, unsigned port);
  hosts::HostQueue& lay_from_hosts(FlowId flow, unsigned port);
  hosts::HostQueue& queue(unsigned port) { return *ports_[port].queue; }
  const hosts::HostQueue& queue(unsigned port) const { return *ports_[port].queue; }

  unsigned ports() const { return static_cast<unsigned>(ports_.size()); }
  // Lost in the modem, because the line to the hosts is slower than the cable.
  std::uint64_t egress_drops(unsigned port) const {
    return ports_[port].to_hosts->dropped_packets();
  }
  std::uint64_t egress_drops() const;
  // Waits of all frames from the hosts.
  Histogram waits_ps(unsigned port) const;
  // On their way to the modem: waiting in hosts, or on a line.
  std::size_t packets_to_modem() const;

 private:
  struct Port {
    hosts::HostQueueConfig config;
    std::unique_ptr<hosts::HostLink> to_hosts;
    std::unique_ptr<hosts::HostQueue> queue;
    std::vector<FlowId> flows;  // from the hosts
  };

  hosts::HostFlows& flows_;
  hosts::TimerQueue& timers_;
  std::vector<Port> ports_;
  std::optional<hosts::FlowRouter> router_;  // where there are several
};

}  // namespace docsis_vp::system
