// Parts of a run's results by the names that the scenario gave them.
#pragma once

#include <string>

#include "system/results/results.h"

namespace docsis_vp::testing {

// All throw std::out_of_range that says which names there are. service_flow() needs the modem where
// several have a service flow of that name, and throws std::out_of_range without.
const system::FlowResult& flow(const system::Results& results, const std::string& name);
const system::ServiceFlowResult& service_flow(const system::Results& results,
                                              const std::string& name,
                                              const std::string& modem = {});
const system::CpuResult& cpu(const system::Results& results, const std::string& modem);

}  // namespace docsis_vp::testing
