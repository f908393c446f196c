// Whether packets of different flows can be told apart.
#pragma once

#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// all: a complete scenario modem by modem (instances.h). Throws ConfigError where the addresses and
// ports that are given make one of several connections.
void check_flow_keys(const Scenario& all);

}  // namespace docsis_vp::system
