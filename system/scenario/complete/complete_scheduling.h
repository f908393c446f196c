// Completes and checks the scheduling of upstream service flows: defaults of each type, and
// exclusions.
#pragma once

#include <string>

#include "system/scenario/fields/service_flow.h"

namespace docsis_vp::system {

// pointer: of the service flow. Throws ConfigError below it.
void complete_scheduling(ServiceFlowConfig& flow, const std::string& pointer);

}  // namespace docsis_vp::system
