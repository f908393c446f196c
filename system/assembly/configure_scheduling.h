// How upstream service flows get to send, as modem and CMTS are told.
#pragma once

#include "models/cm/modem/modem_config.h"
#include "models/cmts/config.h"
#include "system/scenario/load.h"

namespace docsis_vp::system {

// Of a flow of a complete scenario.
void schedule(const ServiceFlowConfig& flow, cm::UpstreamFlowConfig& modem);
void schedule(const ServiceFlowConfig& flow, cmts::UpstreamFlowConfig& cmts);

// Whether the channels have room for all unsolicited grants and polls. Of a scenario that stands
// modem by modem, and what it says to the CMTS. Throws ConfigError.
void check_admission(const Scenario& scenario, const cmts::CmtsConfig& config);
// The same before anything is built; throws InputError.
void check_admission(const LoadedScenario& loaded);

}  // namespace docsis_vp::system
