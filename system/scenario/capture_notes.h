// Notes on captures that a scenario replays: cut, with jumps of the clock.
#pragma once

#include <string>
#include <vector>

#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// A line for each flow of kind `trace` whose capture ends within a packet, whose clock was set
// back, or that has long pauses. Reads the captures; throws InputError for what cannot be replayed.
std::vector<std::string> notes_on_captures(const Scenario& scenario);

}  // namespace docsis_vp::system
