#include "models/hosts/trace_source/trace_source.h"
#include "system/assembly/traffic/arrivals.h"
#include "system/assembly/units.h"
#include "system/scenario/ip_prefix.h"

namespace docsis_vp::system {

namespace {

hosts::TraceSourceConfig source_config(const FlowConfig& flow) {
  hosts::TraceSourceConfig config;
  config.file = flow.file;
  if (!flow.ip_source.empty()) {
    config.filter.ip_source = parse_prefix(flow.ip_source);
  }
  config.start = from_seconds(flow.start_s);
  config.stop = flow.stop_s ? from_seconds(*flow.stop_s) : kNever;
  config.speed = flow.speed;
  config.loop = flow.loop;
  return config;
}

class TraceFlow : public FlowUnit {
 public:
  TraceFlow(const FlowConfig& config, const Site& site)
      : config_(config),
        site_(site),
        source_(("host_" + config.name).c_str(), source_config(config), config.name, site.table,
                site.pool, site.entrance) {}

  FlowResult result(TimePs now) const override {
    FlowResult result = arrivals_of(config_, site_, source_.flows(), now);
    result.kind = "trace";
    result.sent_packets = source_.sent_packets();
    return result;
  }

 private:
  FlowConfig config_;
  Site site_;
  hosts::TraceSource source_;
};

}  // namespace

std::unique_ptr<FlowUnit> make_trace_flow(const FlowConfig& config, const Site& site) {
  return std::make_unique<TraceFlow>(config, site);
}

}  // namespace docsis_vp::system
