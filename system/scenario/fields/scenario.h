// Declares a scenario as typed structures in users' units. Each part has a header in fields/ with a
// structure and the table that describes its members. docs/scenario-reference.md is generated from
// the tables.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "system/scenario/fields/aggregate.h"
#include "system/scenario/fields/classifier.h"
#include "system/scenario/fields/event.h"
#include "system/scenario/fields/flow.h"
#include "system/scenario/fields/modem.h"
#include "system/scenario/fields/rf.h"
#include "system/scenario/fields/service_flow.h"
#include "system/scenario/fields/stats.h"

namespace docsis_vp::system {

struct Scenario {
  std::string name;
  std::string description;
  double duration_s = 10;
  std::uint64_t seed = 1;
  StatsConfig stats;
  RfConfig rf;
  std::vector<ModemConfig> modems;
  std::vector<ServiceFlowConfig> service_flows;
  std::vector<AggregateConfig> aggregate_service_flows;
  std::vector<ClassifierConfig> classifiers;
  std::vector<FlowConfig> flows;
  std::vector<EventConfig> events;
};

}  // namespace docsis_vp::system
