#include "system/assembly/traffic/periodic.h"

#include "system/assembly/configure/units.h"

namespace docsis_vp::system {

hosts::UdpSourceConfig udp_source_config(const FlowPlan& plan) {
  hosts::UdpSourceConfig config;
  config.packet_bytes = *plan.config.packet_bytes;
  config.size_jitter_bytes = plan.config.size_jitter_bytes.value_or(0);
  config.ecn = plan.config.ecn;
  config.interval = from_us(*plan.config.interval_us);
  if (plan.config.on_ms) {
    config.on = from_ms(*plan.config.on_ms);
    config.off = from_ms(*plan.config.off_ms);
  }
  config.jitter_percent = *plan.config.jitter_percent;
  config.start = plan.start;
  config.stop = plan.stop;
  config.packets = plan.config.packets;
  if (plan.config.phase_us) {
    config.phase = from_us(*plan.config.phase_us);
  }
  return config;
}

double frame_rate_mbps(const FlowConfig& config) {
  constexpr double kBitsPerByte = 8;
  const double sending_mbps = kBitsPerByte * *config.packet_bytes / *config.interval_us;
  return config.on_ms ? sending_mbps * *config.on_ms / (*config.on_ms + *config.off_ms)
                      : sending_mbps;
}

}  // namespace docsis_vp::system
