// Finds parts of a run's results by their names in the scenario.
#pragma once

#include <string>

#include "system/results/results.h"

namespace docsis_vp::testing {

// All throw std::out_of_range with the list of names. service_flow() needs the modem if several
// have a service flow of that name, and throws std::out_of_range without it.
const system::FlowResult& flow(const system::Results& results, const std::string& name);
const system::ServiceFlowResult& service_flow(const system::Results& results,
                                              const std::string& name,
                                              const std::string& modem = {});
const system::CpuResult& cpu(const system::Results& results, const std::string& modem);

}  // namespace docsis_vp::testing
