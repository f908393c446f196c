// Computes the results of a service flow as a part of its aggregate.
#pragma once

#include <string>

#include "models/aqm/dual_queue/dual_queue.h"
#include "system/results/service_flow_result.h"

namespace docsis_vp::system {

// Excludes the packets that the service flow redirected.
inline ServiceFlowResult::Aggregate aggregate_part(const std::string& name, bool is_classic,
                                                   const dual_queue_counters& counters) {
  ServiceFlowResult::Aggregate part;
  part.name = name;
  part.queue = is_classic ? "classic" : "low_latency";
  part.arrived_ect0 = counters.arrived_ect0;
  part.arrived_ect1 = counters.arrived_ect1;
  part.arrived_ce = counters.arrived_ce;
  return part;
}

}  // namespace docsis_vp::system
