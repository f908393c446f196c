#include "models/hosts/flow_router/flow_router.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace docsis_vp::hosts {

FlowRouter::Route& FlowRouter::entry(FlowId flow) {
  if (flow >= routes_.size()) {
    routes_.resize(flow + 1);
  }
  return routes_[flow];
}

void FlowRouter::route(FlowId flow, PacketSink& to) {
  entry(flow).to = &to;
}

void FlowRouter::push(PacketHandle packet) {
  Route& route = entry(packet->flow);
  ++packets_;
  ++route.count.packets;
  route.count.bytes += packet->size_bytes;
  route.count.measured_packets += packet->created >= warmup_ ? 1 : 0;
  PacketSink* const to = route.to != nullptr ? route.to : default_sink_;
  if (to == nullptr) {
    throw std::logic_error("no route for flow " + std::to_string(packet->flow));
  }
  to->push(std::move(packet));
}

RouteCount FlowRouter::count(FlowId flow) const {
  return flow < routes_.size() ? routes_[flow].count : RouteCount{};
}

}  // namespace docsis_vp::hosts
