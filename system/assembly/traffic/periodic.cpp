#include "system/assembly/traffic/periodic.h"

#include "system/assembly/configure/units.h"

namespace docsis_vp::system {

namespace {

class PeriodicFlow : public FlowUnit {
 public:
  PeriodicFlow(const FlowPlan& plan, const Site& site)
      : network_(site.network),
        direction_(plan.config.direction),
        source_(("host_" + plan.name()).c_str(), udp_source_config(plan),
                network_.table().add(plan.name(),
                                     site.key_of(plan.config, direction_, site.take_port())),
                RandomStream(site.seed, "flow/" + plan.name()), network_.pool(),
                network_.departures()),
        demand_mbps_(plan.config.demand_mbps.value_or(frame_rate_mbps(plan.config))) {
    network_.lay(source_.flow(), direction_, site.way(wire_if_needed(plan, site)), nullptr);
  }

  std::uint64_t delivered_bytes() const override {
    return network_.arrivals(source_.flow(), direction_).total_bytes;
  }
  std::optional<double> demand_mbps() const override { return demand_mbps_; }

  FlowResult result(TimePs) const override {
    FlowResult result;
    add_packets(result, network_, source_.flow(), direction_);
    return result;
  }

 private:
  Network& network_;
  Direction direction_;
  hosts::UdpSource source_;
  double demand_mbps_;
};

}  // namespace

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

std::unique_ptr<FlowUnit> make_periodic_flow(const FlowPlan& plan, const Site& site) {
  return std::make_unique<PeriodicFlow>(plan, site);
}

}  // namespace docsis_vp::system
