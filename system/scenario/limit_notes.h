// Limits of a scenario that are never reached, because others come before them.
#pragma once

#include <string>
#include <vector>

#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// One line for each: sizes of queues, and rates of service flows that their channels or the LAN
// ports of their modem do not carry; then those on reserved rates and on the upstream scheduler
// (reserved_rates.h, upstream_notes.h).
// Modems that are alike share their lines. all: a complete scenario modem by modem (instances.h).
std::vector<std::string> notes_on_limits(const Scenario& all);

}  // namespace docsis_vp::system
