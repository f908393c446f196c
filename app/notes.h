// Prints notes on a scenario before it runs.
#pragma once

#include "system/scenario/fields/scenario.h"

namespace docsis_vp::app {

// Prints a line on standard error for each option without effect, and for irregularities of the
// captures. scenario: complete. Throws InputError for a capture that cannot be replayed.
void print_notes(const system::Scenario& scenario);

// Prints a line for each limit that is never reached. The summary of a single run prints them as
// well.
void print_limits(const system::Scenario& scenario);

}  // namespace docsis_vp::app
