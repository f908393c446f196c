// How upstream service flows get to send: defaults that hang on the type, and what excludes what.
#pragma once

#include <string>

#include "system/scenario/fields/service_flow.h"

namespace docsis_vp::system {

// Throws ConfigError below `pointer`, the service flow's.
void complete_scheduling(ServiceFlowConfig& flow, const std::string& pointer);

}  // namespace docsis_vp::system
