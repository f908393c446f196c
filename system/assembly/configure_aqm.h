// From the queue management of a scenario's service flow to that of the models.
#pragma once

#include <string>

#include "models/aqm/aqm.h"
#include "system/scenario/fields/service_flow.h"

namespace docsis_vp::system {

// As models/aqm/registry calls it.
std::string algorithm_of(const AqmConfig& aqm);

// The buffer must have its size in bytes.
aqm_config aqm_of(const ServiceFlowConfig& flow);

}  // namespace docsis_vp::system
