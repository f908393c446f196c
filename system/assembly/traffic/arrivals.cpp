#include "system/assembly/traffic/arrivals.h"

namespace docsis_vp::system {

FlowResult arrivals_of(const FlowConfig& config, const Site& site, const std::vector<FlowId>& ids,
                       TimePs now) {
  FlowResult result;
  result.name = config.name;
  std::uint64_t bytes = 0;
  Histogram one_way_ps;
  for (const FlowId id : ids) {
    const hosts::FlowCount& count = site.arrivals.flow(id);
    result.received_packets += count.packets;
    result.lost_packets += count.lost_packets();
    bytes += count.bytes;
    one_way_ps.merge(count.one_way_ps);
  }
  if (now > site.warmup) {
    result.goodput_mbps = 8e-6 * static_cast<double>(bytes) / to_seconds(now - site.warmup);
  }
  result.one_way_ms = spread(one_way_ps, kPsPerMs);
  return result;
}

}  // namespace docsis_vp::system
