// Derives the configuration that a modem's hardware must support, scripted changes included.
#pragma once

#include "models/cm/modem/modem_config.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// As modem_config(), but with all channels on which the modem may ever send, scripted changes
// included. Each channel uses its own profile with the highest rate. The scenario lists every modem
// (scenario/instances.h); modems of one entry have the same hardware.
cm::DataPathConfig hardware_config(const Scenario& scenario, unsigned modem);

}  // namespace docsis_vp::system
