// Finds parts of a run's results by their names in the scenario.
#pragma once

#include <string>

#include "system/results/results.h"

namespace docsis_vp::testing {

// If the name does not exist, all throw std::out_of_range, listing the names. If several modems
// have a service flow of that name, pass `modem`; without it, service_flow() throws
// std::out_of_range.
const system::FlowResult& flow(const system::Results& results, const std::string& name);
const system::ServiceFlowResult& service_flow(const system::Results& results,
                                              const std::string& name,
                                              const std::string& modem = {});
const system::CpuResult& cpu(const system::Results& results, const std::string& modem);

}  // namespace docsis_vp::testing
