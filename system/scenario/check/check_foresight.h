// Checks that an omniscient predictor can know when a packet will leave.
#pragma once

#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// written: the complete scenario; all: with each modem by itself. Throws ConfigError.
void check_foresight(const Scenario& written, const Scenario& all);

}  // namespace docsis_vp::system
