#include "system/assembly/configure/units.h"
#include "system/assembly/traffic/flow_unit.h"
#include "system/assembly/traffic/periodic.h"

namespace docsis_vp::system {

namespace {

class UdpFlow : public FlowUnit {
 public:
  UdpFlow(const FlowPlan& plan, const Site& site)
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

std::unique_ptr<FlowUnit> make_udp_flow(const FlowPlan& plan, const Site& site) {
  return std::make_unique<UdpFlow>(plan, site);
}

}  // namespace docsis_vp::system
