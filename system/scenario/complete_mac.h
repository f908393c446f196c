// What a scenario says about modems, service flows and classifiers together.
#pragma once

#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// `all`: the scenario modem by modem (instances.h). Throws ConfigError with pointers into the
// scenario as it is written.
void check_mac(const Scenario& written, const Scenario& all);

}  // namespace docsis_vp::system
