// What a modem's hardware must be made for, which is more than how a run begins.
#pragma once

#include "models/cm/modem/modem_config.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// As modem_config(), but its channels are those that the modem may send on, each in the
// profile of its own that carries the most: changes that are scripted are included. The scenario
// stands modem by modem (scenario/instances.h); modems of an entry are made alike.
cm::ModemConfig hardware_config(const Scenario& scenario, unsigned modem);

}  // namespace docsis_vp::system
