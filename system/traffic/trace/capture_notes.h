// Collects notes on the capture that a flow replays: truncation and clock jumps.
#pragma once

#include <string>
#include <vector>

#include "system/scenario/fields/flow.h"

namespace docsis_vp::system {

// Adds a line for a flow of kind `trace` whose capture ends within a packet, whose clock was set
// back, or that has long pauses. Reads the capture. Throws InputError for a capture that cannot be
// replayed.
void add_capture_notes(const FlowConfig& flow, std::vector<std::string>& notes);

}  // namespace docsis_vp::system
