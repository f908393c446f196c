// What the service flows of a scenario have to share.
#pragma once

#include "system/results/flow_result.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// By stats.fair_shares_of.
SharedRates shared_rates(const Scenario& scenario);

}  // namespace docsis_vp::system
