// Models the link between hosts and the access network with little load on the kernel.
#pragma once

#include <cstdint>
#include <memory>

#include "models/hosts/link/line.h"
#include "models/hosts/timer_queue/timer_queue.h"
#include "platform/base/packet.h"

namespace docsis_vp::hosts {

// Like Link, but with an arrival timer of the hosts' queue. Packets that arrive at one instant are
// delivered link by link in the order of construction, before timeouts.
//
// A packet takes at least 1 ps, even without rate and delay. Thus all packets pushed at an instant
// are known before one of them arrives. They enter ordered by flow and sequence number, independent
// of the order of processes, and are serialised in that order.
class HostLink : public PacketSink {
 public:
  // The queue must outlive the link.
  HostLink(const LinkConfig& config, TimerQueue& timers, PacketSink& sink);

  void push(PacketHandle packet) override;

  std::uint64_t dropped_packets() const { return line_.dropped_packets(); }
  std::uint64_t dropped_bytes() const { return line_.dropped_bytes(); }
  std::size_t packets_inside() const { return line_.packets_inside(); }

 private:
  void deliver();
  void wake();

  TimerQueue& timers_;
  PacketSink& sink_;
  Line line_;
  const std::unique_ptr<ArrivalTimer> arrival_;
};

}  // namespace docsis_vp::hosts
