// Whether the times of the link, its channels and what they have to carry go together.
#pragma once

#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// `all`: the scenario modem by modem (instances.h); both are complete. Throws ConfigError with
// pointers into the scenario as it is written.
void check_upstream(const Scenario& written, const Scenario& all);

}  // namespace docsis_vp::system
