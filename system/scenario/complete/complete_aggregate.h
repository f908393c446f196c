// Checks aggregate service flows and completes their service flows.
#pragma once

#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Gives the service flows of each aggregate what they take from it: their maximum rate, no law of
// their own, and the low-latency queue its buffer. Call it before they are completed. Throws
// ConfigError.
void complete_aggregates(Scenario& scenario);

// Checks aggregates against completed modems. Throws ConfigError.
void check_aggregates(const Scenario& scenario);

}  // namespace docsis_vp::system
