#include "models/hosts/trace_source/trace_source.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/traffic/flow_unit.h"
#include "system/scenario/fields/kind_fields.h"
#include "system/traffic/trace/capture_notes.h"
#include "system/traffic/trace/trace_filter.h"
#include "system/traffic/trace/trace_settings.h"

namespace docsis_vp::system {

extern const TrafficKind kTraceKind;

namespace {

hosts::TraceSourceConfig source_config(const FlowPlan& plan, const Site& site) {
  const auto& trace = settings_of<TraceSettings>(plan.config);
  hosts::TraceSourceConfig config;
  config.file = trace.file;
  config.filter = trace_filter(plan.config);
  if (trace.max_gap_s) {
    config.max_gap = from_seconds(*trace.max_gap_s);
  }
  config.start = plan.start;
  config.stop = plan.stop;
  config.speed = trace.speed;
  config.loop = trace.loop;
  config.line_bps = plan.config.direction == Direction::kUpstream
                        ? site.entrances.lan.rate_bps(site.port).value_or(0)
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

std::unique_ptr<FlowUnit> make_trace_flow(const FlowPlan& plan, const Site& site) {
  return std::make_unique<TraceFlow>(plan, site);
}

}  // namespace

constexpr TrafficKind kTraceKind = [] {
  TrafficKind kind;
  kind.name = "trace";
  kind.has_headers = false;
  kind.add_fields = [](Table<FlowConfig>& table) {
    add_kind_keys<kTraceKind>(table, trace_table());
  };
  kind.complete = complete_trace;
  kind.file = [](FlowConfig& flow) { return &settings_of<TraceSettings>(flow).file; };
  kind.file_title = "the trace";
  kind.add_notes = add_capture_notes;
  kind.make = make_trace_flow;
  return kind;
}();

}  // namespace docsis_vp::system
