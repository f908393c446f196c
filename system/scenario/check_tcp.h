// What only the whole of a flow tells about the options of its TCP.
#pragma once

#include <string>

#include "system/scenario/fields/flow.h"

namespace docsis_vp::system {

// Throws ConfigError for options that contradict each other, or that nothing in this flow looks at.
// The congestion control is chosen by now. `pointer` is that of the options.
void check_tcp(const FlowConfig& flow, const std::string& pointer);

}  // namespace docsis_vp::system
