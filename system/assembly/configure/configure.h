// Converts a scenario in users' units into the configuration of each chip.
#pragma once

#include "models/cm/modem/modem_config.h"
#include "models/cmts/config.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// All scenarios here list every modem (scenario/instances.h).

// Returns the configuration of one modem. Its upstream service flows keep the scenario's order.
cm::DataPathConfig modem_config(const Scenario& scenario, unsigned modem);

// Upstream flows keep the order of the scenario's upstream service flows.
cmts::CmtsConfig cmts_config(const Scenario& scenario);

}  // namespace docsis_vp::system
