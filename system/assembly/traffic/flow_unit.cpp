#include "system/assembly/traffic/flow_unit.h"

#include "system/assembly/units.h"

namespace docsis_vp::system {

Wire& wire_of(const FlowPlan& plan, const Site& site, double rtt_ms) {
  WireConfig wire;
  wire.delay = from_us(1000 * rtt_ms / 2);
  wire.rate_bps = from_mega(plan.config.server_rate_mbps.value_or(0));
  wire.buffer_bytes = plan.config.server_buffer_bytes;
  return site.network.add_wire(wire, site.entrances);
}

Wire* wire_of(const FlowPlan& plan, const Site& site) {
  if (plan.instance.rtt_ms == 0 && !plan.config.server_rate_mbps && !uses_tcp(plan.config.kind)) {
    return nullptr;
  }
  return &wire_of(plan, site, plan.instance.rtt_ms);
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
  result.one_way_ps.merge(arrived.one_way_ps);
}

}  // namespace docsis_vp::system
