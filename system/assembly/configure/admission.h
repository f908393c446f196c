// Checks that the upstream channels have room for what their service flows are guaranteed.
#pragma once

#include "models/cmts/config.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system {

// Checks that the channels have room for all unsolicited grants and polls. scenario: with every
// modem listed; config: its CMTS configuration. Throws ConfigError.
void check_admission(const Scenario& scenario, const cmts::CmtsConfig& config);
// The same check before anything is built; throws InputError.
void check_admission(const LoadedScenario& loaded);

}  // namespace docsis_vp::system
