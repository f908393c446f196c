// A link between hosts and the access network that costs the kernel little.
#pragma once

#include <cstdint>
#include <memory>

#include "models/hosts/link/line.h"
#include "models/hosts/timer_queue/timer_queue.h"
#include "platform/base/packet.h"

namespace docsis_vp::hosts {

// Does what a Link does, with an arrival timer of the hosts' queue: what arrives at one instant is
// handed on link by link in the order of their making, before timeouts.
//
// A packet takes at least 1 ps, without rate and delay too, so that all packets pushed at an
// instant are known before any of them arrives: they enter by flow and sequence number, whichever
// process came first. In a link with a rate, those of one instant are serialised in that order.
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
