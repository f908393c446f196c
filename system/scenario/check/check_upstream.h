// Checks the times of the link against its channels and their traffic.
#pragma once

#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// `all`: the scenario with every modem listed (instances.h). Both are complete. Throws ConfigError
// with pointers into `written`.
void check_upstream(const Scenario& written, const Scenario& all);

}  // namespace docsis_vp::system
