// From the queue management of a scenario to that of the models.
#pragma once

#include <cstdint>
#include <string>

#include "models/cm/managed_queue/managed_queue.h"
#include "models/queue/discipline.h"
#include "system/scenario/load.h"

namespace docsis_vp::system {

// The law of a service flow, or the manager, with its parameters. The buffer must have its size.
queue::LawConfig law_of(const ServiceFlowConfig& flow);

// The queues of an upstream service flow that has a manager.
cm::ManagedQueueConfig managed_queue(const ServiceFlowConfig& flow, const Scenario& scenario,
                                     const std::string& pointer);
// The queue of a downstream service flow. `pointer`: where its aqm stands in the scenario.
queue::DisciplineConfig downstream_queue(const ServiceFlowConfig& flow, const Scenario& scenario,
                                         const std::string& pointer);
// The one queue of all modems, where the scenario has it.
queue::DisciplineConfig shared_downstream_queue(const Scenario& scenario);

// Whether every law takes its parameters together: what building the system would find. Throws
// InputError.
void check_laws(const LoadedScenario& loaded);

}  // namespace docsis_vp::system
