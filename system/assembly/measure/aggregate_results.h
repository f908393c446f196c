// Collects the results of aggregate service flows.
#pragma once

#include <vector>

#include "system/results/aggregate_result.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::cm {
class Modem;
}

namespace docsis_vp::cmts {
class Downstream;
}

namespace docsis_vp::system {

// scenario: with every modem listed, in the order of `modems`. flows: results of its service flows.
std::vector<AggregateResult> aggregate_results(const Scenario& scenario,
                                               const std::vector<cm::Modem*>& modems,
                                               cmts::Downstream& downstream,
                                               const std::vector<ServiceFlowResult>& flows,
                                               TimePs now);

}  // namespace docsis_vp::system
