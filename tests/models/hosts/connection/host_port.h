// Receives the packets of a host and hands each to the owner of its flow.
#pragma once

#include <utility>
#include <vector>

#include "platform/base/packet.h"

namespace docsis_vp::hosts {

// Flows are entered during elaboration. A packet of any other flow goes to `rest`.
class HostPort : public PacketSink {
 public:
  explicit HostPort(PacketSink& rest) : rest_(rest) {}

  void route(FlowId flow, PacketSink& sink) {
    if (flow >= sinks_.size()) {
      sinks_.resize(flow + std::size_t{1}, &rest_);
    }
    sinks_[flow] = &sink;
  }
  void push(PacketHandle packet) override {
    const FlowId flow = packet->flow;
    PacketSink& sink = flow < sinks_.size() ? *sinks_[flow] : rest_;
    sink.push(std::move(packet));
  }

 private:
  PacketSink& rest_;
  std::vector<PacketSink*> sinks_;  // by flow
};

}  // namespace docsis_vp::hosts
