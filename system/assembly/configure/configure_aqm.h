// Converts the queue management of a scenario into that of the models.
#pragma once

#include <cstdint>
#include <string>

#include "models/cm/managed_queue/managed_queue_config.h"
#include "models/queue/discipline.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system {

// Returns the law of a service flow, or its manager's law, with parameters. The buffer must be
// complete.
queue::LawConfig law_of(const ServiceFlowConfig& flow);

// Returns the queues of an upstream service flow with a manager.
cm::ManagedQueueConfig managed_queue(const ServiceFlowConfig& flow, const Scenario& scenario,
                                     const std::string& pointer);
// Returns the queue of a downstream service flow. `pointer`: JSON pointer of its aqm.
queue::DisciplineConfig downstream_queue(const ServiceFlowConfig& flow, const Scenario& scenario,
                                         const std::string& pointer);
// Returns the queue that all modems share, if the scenario has it.
queue::DisciplineConfig shared_downstream_queue(const Scenario& scenario);

// Checks the parameters of every law together, as the construction of the system would. Throws
// InputError.
void check_laws(const LoadedScenario& loaded);

}  // namespace docsis_vp::system
