// The flows of a run, for the screen.
#pragma once

#include <string>
#include <vector>

#include "system/results/flow_result.h"

namespace docsis_vp::system {

// One line per flow: goodput, loss, delay and how good it was for its user; groups of more than a
// few flows get one line instead.
std::string flow_lines(const std::vector<FlowResult>& flows,
                       const std::vector<GroupResult>& groups);

// Whether the flow has a line of its own there.
bool is_shown_alone(const FlowResult& flow, const std::vector<GroupResult>& groups);

}  // namespace docsis_vp::system
