// Converts the aggregate service flows of a scenario into those of a modem.
#pragma once

#include <memory>
#include <vector>

#include "system/scenario/read/load.h"

namespace docsis_vp::cm {
struct AggregateQueueConfig;
}

namespace docsis_vp::system {

// Returns the aggregates of a modem. scenario: with every modem listed.
std::vector<std::shared_ptr<const cm::AggregateQueueConfig>> aggregates_of(
    const Scenario& scenario, const ModemConfig& modem);

// Checks the parameters of every coupled law together. Throws InputError.
void check_aggregates(const LoadedScenario& loaded);

}  // namespace docsis_vp::system
