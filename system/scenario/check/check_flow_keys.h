// Checks that packets of different flows differ in addresses or ports.
#pragma once

#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// all: a complete scenario with every modem listed (instances.h). Throws ConfigError if given
// addresses and ports merge several connections into one.
void check_flow_keys(const Scenario& all);

}  // namespace docsis_vp::system
