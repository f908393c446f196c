// Derives the configuration that a modem's hardware must support, including scripted changes.
#pragma once

#include "models/cm/modem/modem_config.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Like modem_config(), but with all channels on which the modem may ever send, including scripted
// changes. Each channel uses its profile with the highest rate. scenario: with modem groups
// expanded (scenario/derive/instances.h); modems of one group have the same hardware.
cm::DataPathConfig hardware_config(const Scenario& scenario, unsigned modem);

}  // namespace docsis_vp::system
