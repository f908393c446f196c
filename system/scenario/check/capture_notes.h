// Notes on the captures that a scenario replays: truncation and clock jumps.
#pragma once

#include <string>
#include <vector>

#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Returns a line for each flow of kind `trace` whose capture ends within a packet, whose clock was
// set back, or that has long pauses. Reads the captures. Throws InputError for captures that cannot
// be replayed.
std::vector<std::string> notes_on_captures(const Scenario& scenario);

}  // namespace docsis_vp::system
