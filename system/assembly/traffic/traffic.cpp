#include "system/assembly/traffic/traffic.h"

#include "system/assembly/units.h"

namespace docsis_vp::system {

Traffic::Traffic(const Scenario& scenario)
    : scenario_(scenario),
      wan_(from_seconds(scenario.stats.warmup_s)),
      lan_(from_seconds(scenario.stats.warmup_s)) {}

void Traffic::connect(const Entrance& entrance) {
  for (const FlowConfig& config : scenario_.flows) {
    const Site site{scenario_.seed,
                    from_seconds(scenario_.stats.warmup_s),
                    flows_.size(),
                    table_,
                    pool_,
                    entrance(config),
                    config.direction == Direction::kUpstream ? wan_ : lan_};
    switch (config.kind) {
      case FlowKind::kUdp:
        flows_.push_back(make_udp_flow(config, site));
        break;
      case FlowKind::kTrace:
        flows_.push_back(make_trace_flow(config, site));
        break;
    }
  }
}

std::vector<FlowResult> Traffic::results(TimePs now) const {
  std::vector<FlowResult> results;
  for (const auto& flow : flows_) {
    results.push_back(flow->result(now));
  }
  return results;
}

}  // namespace docsis_vp::system
