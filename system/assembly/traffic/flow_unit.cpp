#include "system/assembly/traffic/flow_unit.h"

#include "system/assembly/configure/units.h"
#include "system/scenario/derive/flow_key.h"

namespace docsis_vp::system {

FlowKey Site::key_of(const FlowConfig& flow, Direction direction, std::size_t position) const {
  FlowKey key = system::key_of(flow, modem, direction, position);
  key.lan_port = lan_port(direction);
  return key;
}

Wire& wire_of(const FlowPlan& plan, const Site& site, double rtt_ms) {
  WireConfig wire;
  wire.delay = from_us(1000 * rtt_ms / 2);
  wire.rate_bps = from_mega(plan.config.server_rate_mbps);
  wire.buffer_bytes = plan.config.server_buffer_bytes;
  return site.network.add_wire(wire, site.entrances);
}

Wire& wire_of(const FlowPlan& plan, const Site& site) {
  return wire_of(plan, site, plan.instance.rtt_ms);
}

Wire* wire_if_needed(const FlowPlan& plan, const Site& site) {
  const FlowConfig& config = plan.config;
  const bool is_plain = plan.instance.rtt_ms == 0 && !config.server_buffer_bytes &&
                        config.server_rate_mbps == FlowConfig{}.server_rate_mbps;
  const bool up = config.direction == Direction::kUpstream;
  return up && is_plain ? nullptr : &wire_of(plan, site);
}

void add_packets(FlowResult& result, const Network& network, FlowId flow, Direction direction) {
  const FlowFate fate = network.fate(flow, direction);
  const hosts::FlowCount& arrived = network.arrivals(flow, direction);
  result.sent_packets += fate.sent;
  result.lost_packets += fate.lost;
  result.measured_sent += fate.measured_sent;
  result.measured_lost += fate.measured_lost;
  result.received_packets += arrived.total_packets;
  result.ce_marks += arrived.total_marked_packets;
  const hosts::HostCount& in_host = network.in_host(flow);
  result.host_drops += in_host.dropped_packets;
  result.host_wait_ps.merge(in_host.waits_ps());
  result.one_way_ps.merge(arrived.one_way_ps);
}

}  // namespace docsis_vp::system
