// Computes the capacity that the flows of a scenario share.
#pragma once

#include "system/results/flow_result.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Follows stats.fair_shares_of.
SharedRates shared_rates(const Scenario& scenario);

}  // namespace docsis_vp::system
