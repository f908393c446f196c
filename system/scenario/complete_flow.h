// What hangs together within a flow.
#pragma once

#include <string>
#include <vector>

#include "system/extension/extensions.h"
#include "system/scenario/fields/flow.h"

namespace docsis_vp::system {

// Fills what hangs on other values, checks what spans fields. pointer: of the flow. Throws
// ConfigError.
void complete_flow(FlowConfig& flow, const Extensions& extensions, const std::string& pointer);

// Of a flow whose addresses are sound.
bool uses_ipv6(const FlowConfig& flow);

// The names that `count` makes must differ too. Throws ConfigError.
void check_flow_names(const std::vector<FlowConfig>& flows);

}  // namespace docsis_vp::system
