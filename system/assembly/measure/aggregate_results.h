// Collects the results of aggregate service flows.
#pragma once

#include <string>
#include <vector>

#include "models/aqm/dual_queue/dual_queue.h"
#include "system/results/aggregate_result.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::cm {
class Modem;
}

namespace docsis_vp::cmts {
class Downstream;
}

namespace docsis_vp::system {

// Part of a service flow in its aggregate, without the packets that it redirected.
ServiceFlowResult::Aggregate aggregated(const std::string& name, bool is_classic,
                                        const dual_queue_counters& counters);

// scenario: with every modem listed, in the order of `modems`. flows: results of its service flows.
std::vector<AggregateResult> aggregate_results(const Scenario& scenario,
                                               const std::vector<cm::Modem*>& modems,
                                               cmts::Downstream& downstream,
                                               const std::vector<ServiceFlowResult>& flows,
                                               TimePs now);

}  // namespace docsis_vp::system
