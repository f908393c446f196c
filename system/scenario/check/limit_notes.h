// Collects notes on limits of a scenario that other limits make unreachable.
#pragma once

#include <string>
#include <vector>

#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Returns one line for each. They concern sizes of queues, and rates of service flows that their
// channels or LAN ports do not carry. Notes on reserved rates and on the upstream scheduler follow
// (reserved_rates.h, upstream_notes.h). Equal modems share their lines. all: a complete scenario
// with every modem listed (instances.h).
std::vector<std::string> notes_on_limits(const Scenario& all);

}  // namespace docsis_vp::system
