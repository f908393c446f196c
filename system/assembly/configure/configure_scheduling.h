// Configures the scheduling of upstream service flows at the modem and at the CMTS.
#pragma once

#include "models/cm/modem/modem_config.h"
#include "models/cmts/config.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system {

// flow: of a complete scenario.
void schedule(const ServiceFlowConfig& flow, cm::DataPathFlowConfig& modem);
void schedule(const ServiceFlowConfig& flow, cmts::UpstreamFlowConfig& cmts);

// Checks that the channels have room for all unsolicited grants and polls. scenario: with every
// modem listed; config: its CMTS configuration. Throws ConfigError.
void check_admission(const Scenario& scenario, const cmts::CmtsConfig& config);
// The same check before anything is built; throws InputError.
void check_admission(const LoadedScenario& loaded);

}  // namespace docsis_vp::system
