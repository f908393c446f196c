#include "system/assembly/traffic/network.h"

#include <algorithm>

namespace docsis_vp::system {

namespace {

hosts::LinkConfig link_config(const WireConfig& wire) {
  hosts::LinkConfig config = hosts::ethernet_link(wire.rate_bps, wire.delay);
  config.buffer_bytes = wire.buffer_bytes;
  return config;
}

}  // namespace

Wire::Wire(const WireConfig& config, hosts::TimerQueue& timers, PacketSink& cmts, PacketSink& host)
    : to_cmts_(link_config(config), timers, cmts), to_host_(link_config(config), timers, host) {}

Network::Network(TimePs warmup)
    : warmup_(warmup),
      timers_("host_timers"),
      departures_(warmup),
      wan_arrivals_(warmup),
      lan_arrivals_(warmup),
      wan_exit_(warmup, &wan_arrivals_) {}

Lan& Network::add_lan(const ModemConfig& modem, std::uint64_t seed, PacketSink& hosts) {
  lans_.push_back(std::make_unique<Lan>(
      modem.lan, Lan::Site{seed, modem.name, warmup_, host_flows_, timers_, hosts}));
  return *lans_.back();
}

Wire& Network::add_wire(const WireConfig& config, const Entrances& entrances) {
  wires_.push_back(std::make_unique<Wire>(config, timers_, entrances.cmts, wan_arrivals_));
  return *wires_.back();
}

void Network::lay(FlowId flow, Direction direction, const Way& way, PacketSink* receiver) {
  const bool up = direction == Direction::kUpstream;
  directions_.resize(std::max<std::size_t>(directions_.size(), flow + 1));
  directions_[flow] = direction;
  ports_.resize(directions_.size());
  ports_[flow] = &way.entrances.lan;
  if (up) {
    departures_.route(flow, way.entrances.lan.lay_from_hosts(flow, way.port, way.host));
    if (way.wire != nullptr) {
      wan_exit_.route(flow, way.wire->to_host());
    }
  } else {
    departures_.route(flow, way.wire->to_cmts());
    way.entrances.lan.lay_to_hosts(flow, way.port, way.host);
  }
  if (receiver != nullptr) {
    (up ? wan_arrivals_ : lan_arrivals_).forward(flow, *receiver);
  }
}

std::optional<FlowId> Network::first_since(FlowId first, Direction direction) const {
  for (FlowId flow = first; flow < directions_.size(); ++flow) {
    if (directions_[flow] == direction) {
      return flow;
    }
  }
  return {};
}

void Network::observe_arrivals(hosts::ArrivalObserver& observer) {
  wan_arrivals_.observe(observer);
  lan_arrivals_.observe(observer);
}

std::optional<Direction> Network::direction_of(FlowId flow) const {
  return flow < directions_.size() ? directions_[flow] : std::nullopt;
}

unsigned Network::modem_of(FlowId flow) const {
  const auto found = std::find_if(lans_.begin(), lans_.end(),
                                  [&](const auto& lan) { return lan.get() == ports_[flow]; });
  return static_cast<unsigned>(found - lans_.begin());
}

const hosts::FlowCount& Network::arrivals(FlowId flow, Direction direction) const {
  return (direction == Direction::kUpstream ? wan_arrivals_ : lan_arrivals_).flow(flow);
}

FlowFate Network::fate(FlowId flow, Direction direction) const {
  const hosts::RouteCount sent = departures_.count(flow);
  const hosts::FlowCount& arrived = arrivals(flow, direction);
  FlowFate fate;
  fate.sent = sent.packets;
  fate.arrived = arrived.total_packets;
  fate.measured_sent = sent.measured_packets;
  std::uint64_t under_way = 0;
  std::uint64_t measured_under_way = 0;
  pool_.for_each_in_use([&](const Packet& packet) {
    under_way += packet.flow == flow ? 1 : 0;
    measured_under_way += packet.flow == flow && packet.created >= warmup_ ? 1 : 0;
  });
  fate.lost = fate.sent - fate.arrived - under_way;
  fate.measured_lost = fate.measured_sent - arrived.packets - measured_under_way;
  return fate;
}

std::uint64_t Network::packets_delivered() const {
  std::uint64_t packets = wan_exit_.packets() + lan_arrivals_.packets();
  for (const auto& lan : lans_) {
    packets += lan->egress_drops();
  }
  return packets;
}

std::size_t Network::packets_on_wires() const {
  std::size_t packets = 0;
  for (const auto& lan : lans_) {
    packets += lan->packets_to_modem();
  }
  for (const auto& wire : wires_) {
    packets += wire->packets_inside();
  }
  return packets;
}

}  // namespace docsis_vp::system
