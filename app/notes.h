// What of a scenario has no effect, said before it runs.
#pragma once

#include "system/scenario/scenario.h"

namespace docsis_vp::app {

// A line on the standard error for each. Of a complete scenario.
void tell_notes(const system::Scenario& scenario);

}  // namespace docsis_vp::app
