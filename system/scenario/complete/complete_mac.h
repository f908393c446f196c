// Checks modems, service flows and classifiers of a scenario against each other.
#pragma once

#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// `all`: the scenario with every modem listed (instances.h). Throws ConfigError with pointers into
// `written`.
void check_mac(const Scenario& written, const Scenario& all);

}  // namespace docsis_vp::system
