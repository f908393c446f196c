#include "system/assembly/traffic/lan.h"

#include <cmath>

#include "system/assembly/configure/units.h"

namespace docsis_vp::system {

Lan::Lan(const LanConfig& config, TimePs warmup, hosts::HostFlows& flows, hosts::TimerQueue& timers,
         PacketSink& hosts)
    : flows_(flows), timers_(timers) {
  for (const LanPortConfig& port : config.ports) {
    std::optional<std::uint64_t> rate_bps;
    hosts::LinkConfig link;
    if (port.line == LanLine::kEthernet) {
      rate_bps = from_mega(*port.rate_mbps);
      link = hosts::ethernet_link(*rate_bps);
    }
    link.buffer_bytes = kEgressBytes;
    Port& added = ports_.emplace_back();
    added.config = {rate_bps, port.host_queue_packets, warmup};
    added.to_hosts = std::make_unique<hosts::HostLink>(link, timers, hosts);
  }
  if (ports_.size() > 1) {
    router_.emplace(0, ports_.front().to_hosts.get());
  }
}

PacketSink& Lan::from_modem() {
  return router_ ? static_cast<PacketSink&>(*router_) : *ports_.front().to_hosts;
}

void Lan::connect(PacketSink& modem) {
  for (Port& port : ports_) {
    port.queue = std::make_unique<hosts::HostQueue>(port.config, flows_, timers_, modem);
  }
}

void Lan::lay_to_hosts(FlowId flow, unsigned port) {
  if (router_) {
    router_->route(flow, *ports_[port].to_hosts);
  }
}

hosts::HostQueue& Lan::lay_from_hosts(FlowId flow, unsigned port) {
  ports_[port].flows.push_back(flow);
  return *ports_[port].queue;
}

Histogram Lan::waits_ps(unsigned port) const {
  Histogram waits;
  for (const FlowId flow : ports_[port].flows) {
    waits.merge(flows_.count(flow).waits_ps());
  }
  return waits;
}

std::uint64_t Lan::egress_drops() const {
  std::uint64_t drops = 0;
  for (const Port& port : ports_) {
    drops += port.to_hosts->dropped_packets();
  }
  return drops;
}

std::size_t Lan::packets_to_modem() const {
  std::size_t packets = 0;
  for (const Port& port : ports_) {
    packets += port.queue->packets_inside();
  }
  return packets;
}

}  // namespace docsis_vp::system
