// Formats the flows of a run for the terminal.
#pragma once

#include <string>
#include <vector>

#include "system/results/flow_result.h"

namespace docsis_vp::system {

// Returns one line per flow: goodput, loss, delay and quality for its user. Groups of more than a
// few flows get one line instead.
std::string flow_lines(const std::vector<FlowResult>& flows,
                       const std::vector<GroupResult>& groups);

// True if flow_lines() gives the flow a line of its own.
bool is_shown_alone(const FlowResult& flow, const std::vector<GroupResult>& groups);

}  // namespace docsis_vp::system
