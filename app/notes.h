// Notes on a scenario, said before it runs.
#pragma once

#include "system/scenario/scenario.h"

namespace docsis_vp::app {

// A line on the standard error for each option of a complete scenario that has no effect, and for
// what is odd in its captures. Throws InputError for a capture that cannot be replayed.
void tell_notes(const system::Scenario& scenario);

// The same for each limit that is never reached, which the summary of a single run says as well.
void tell_limits(const system::Scenario& scenario);

}  // namespace docsis_vp::app
