// Collects the results of aggregate service flows.
#pragma once

#include <memory>
#include <vector>

#include "system/results/aggregate_result.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

class ModemUnit;

// scenario: with every modem listed. flows: results of its service flows, in its order.
std::vector<AggregateResult> aggregate_results(
    const Scenario& scenario, const std::vector<std::unique_ptr<ModemUnit>>& modems,
    const std::vector<ServiceFlowResult>& flows, TimePs now);

}  // namespace docsis_vp::system
