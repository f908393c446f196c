#include "models/hosts/trace_source/trace_source.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/traffic/flow_unit.h"
#include "system/scenario/derive/trace_filter.h"

namespace docsis_vp::system {

namespace {

hosts::TraceSourceConfig source_config(const FlowPlan& plan, const Site& site) {
  hosts::TraceSourceConfig config;
  config.file = plan.config.file;
  config.filter = trace_filter(plan.config);
  if (plan.config.max_gap_s) {
    config.max_gap = from_seconds(*plan.config.max_gap_s);
  }
  config.start = plan.start;
  config.stop = plan.stop;
  config.speed = plan.config.speed;
  config.loop = plan.config.loop;
  config.line_bps = plan.config.direction == Direction::kUpstream
                        ? site.entrances.lan.queue(site.port).rate_bps()
                        : from_mega(plan.config.server_rate_mbps);
  config.lan_port = site.lan_port(plan.config.direction);
  return config;
}

class TraceFlow : public FlowUnit {
 public:
  TraceFlow(const FlowPlan& plan, const Site& site)
      : network_(site.network),
        direction_(plan.config.direction),
        demand_mbps_(plan.config.demand_mbps),
        source_(("host_" + plan.name()).c_str(), source_config(plan, site), plan.name(),
                network_.table(), network_.pool(), network_.departures()) {
    Wire* const wire = wire_if_needed(plan, site);
    for (const FlowId flow : source_.flows()) {
      network_.lay(flow, direction_, site.way(wire), nullptr);
    }
  }

  std::uint64_t delivered_bytes() const override {
    std::uint64_t bytes = 0;
    for (const FlowId flow : source_.flows()) {
      bytes += network_.arrivals(flow, direction_).total_bytes;
    }
    return bytes;
  }
  std::optional<double> demand_mbps() const override { return demand_mbps_; }

  FlowResult result(TimePs) const override {
    FlowResult result;
    for (const FlowId flow : source_.flows()) {
      add_packets(result, network_, flow, direction_);
    }
    return result;
  }

 private:
  Network& network_;
  Direction direction_;
  std::optional<double> demand_mbps_;
  hosts::TraceSource source_;
};

}  // namespace

std::unique_ptr<FlowUnit> make_trace_flow(const FlowPlan& plan, const Site& site) {
  return std::make_unique<TraceFlow>(plan, site);
}

}  // namespace docsis_vp::system
