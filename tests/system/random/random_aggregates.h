// Aggregate service flows of a random scenario.
#pragma once

#include "tests/system/random/draw.h"
#include "tests/system/random/outline.h"

namespace docsis_vp::system {

// Aggregates of some modems, of one or two service flows in either direction, and what they need.
struct RandomAggregates {
  Array service_flows;
  Array aggregates;
  Array traffic;  // with every ECN field; at none to twice the rate of each aggregate
};

RandomAggregates random_aggregates(const Outline& outline, const ModemOutline& modem);

}  // namespace docsis_vp::system
