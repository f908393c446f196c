// Checks the TCP options of a flow that depend on the rest of the flow.
#pragma once

#include <string>

#include "system/scenario/fields/flow.h"

namespace docsis_vp::system {

// Throws ConfigError for contradictory options, and for options without effect in this flow. The
// congestion control must be complete. `pointer`: of the options.
void check_tcp(const FlowConfig& flow, const std::string& pointer);

}  // namespace docsis_vp::system
