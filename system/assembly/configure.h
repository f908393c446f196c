// From a scenario, in the units of users, to the configuration of each chip.
#pragma once

#include "models/cm/modem/modem_config.h"
#include "models/cmts/config.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// Scenarios here stand modem by modem (scenario/instances.h).

// The modem of that index. Its upstream service flows stand in the scenario's order.
cm::ModemConfig modem_config(const Scenario& scenario, unsigned modem);

// Upstream flows stand in the order of the scenario's upstream service flows.
cmts::CmtsConfig cmts_config(const Scenario& scenario);

}  // namespace docsis_vp::system
