// Computes the capacity that the flows of a scenario share.
#pragma once

#include "system/results/flow_result.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Returns the rates that stats.fair_shares_of selects.
SharedRates shared_rates(const Scenario& scenario);

}  // namespace docsis_vp::system
