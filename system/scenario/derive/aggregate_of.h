// Finds the aggregate service flow of a service flow.
#pragma once

#include <algorithm>

#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Returns null if the service flow has none. scenario: as written, or with modem groups expanded.
inline const AggregateConfig* aggregate_of(const Scenario& scenario,
                                           const ServiceFlowConfig& flow) {
  const auto& all = scenario.aggregate_service_flows;
  const auto found = std::find_if(all.begin(), all.end(), [&flow](const AggregateConfig& each) {
    return each.direction == flow.direction && each.modem == flow.modem && each.has(flow.name);
  });
  return found == all.end() ? nullptr : &*found;
}

// True for the low-latency service flow.
inline bool is_low_latency(const AggregateConfig& aggregate, const ServiceFlowConfig& flow) {
  return aggregate.low_latency_service_flow == flow.name;
}

}  // namespace docsis_vp::system
