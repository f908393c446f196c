// Converts the aggregate service flows of a scenario into those of a modem and of the CMTS.
#pragma once

#include <memory>
#include <vector>

#include "system/scenario/read/load.h"

namespace docsis_vp::cm {
struct AggregateQueueConfig;
}

namespace docsis_vp::cmts {
struct CmtsConfig;
struct DownstreamModemConfig;
}  // namespace docsis_vp::cmts

namespace docsis_vp::system {

// Returns the upstream aggregates of a modem. scenario: with every modem listed.
std::vector<std::shared_ptr<const cm::AggregateQueueConfig>> aggregates_of(
    const Scenario& scenario, const ModemConfig& modem);

// Gives the CMTS the upstream aggregates of all modems. scenario: with every modem listed.
void add_upstream_aggregates(const Scenario& scenario, cmts::CmtsConfig& to);

// Gives the CMTS the downstream aggregates of a modem. scenario: with every modem listed.
void add_downstream_aggregates(const Scenario& scenario, const ModemConfig& modem,
                               cmts::DownstreamModemConfig& to);

// Checks the parameters of every coupled law together. Throws InputError.
void check_aggregates(const LoadedScenario& loaded);

}  // namespace docsis_vp::system
