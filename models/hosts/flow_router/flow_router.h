// Routes packets by flow and counts them.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/base/packet.h"
#include "platform/base/time.h"

namespace docsis_vp::hosts {

struct RouteCount {
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;             // Ethernet, DA..CRC
  std::uint64_t measured_packets = 0;  // created after the warm-up
};                                     // created after the warm-up period

// Looks up each packet's sink in a vector and pushes the packet there within push().
class FlowRouter : public PacketSink {
 public:
  // default_sink: sink for flows without a route.
  explicit FlowRouter(TimePs warmup = 0, PacketSink* default_sink = nullptr)
      : warmup_(warmup), default_sink_(default_sink) {}

  void route(FlowId flow, PacketSink& to);
  // Throws std::logic_error for a packet without a route.
  void push(PacketHandle packet) override;

  RouteCount count(FlowId flow) const;
  std::uint64_t packets() const { return packets_; }  // of all flows

 private:
  struct Route {
    PacketSink* to = nullptr;
    RouteCount count;
  };

  Route& entry(FlowId flow);

  TimePs warmup_;
  PacketSink* default_sink_;
  std::vector<Route> routes_;
  std::uint64_t packets_ = 0;
};

}  // namespace docsis_vp::hosts
