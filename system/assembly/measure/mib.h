// Returns settings and counters of a service flow under their MIB names.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "models/cm/request_engine/request_engine.h"
#include "system/results/results.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

using MibValues = std::vector<std::pair<std::string, std::uint64_t>>;

// Objects of DOCS-QOS3-MIB. A packet that finds the buffer full counts as policed. Truth values are
// 1 (true) and 2 (false); target times are in ms, as in the MIB.
MibValues mib_of(const ServiceFlowConfig& config, const ServiceFlowResult& result, bool is_primary);

// Adds the latency histogram: DOCS-QOS3-MIB 1.3.6.1.4.1.4491.2.1.21.1.29.2.1. Bins that are not
// configured are 0.
void add_latency(MibValues& mib, const LatencyResult& latency);

// Adds the objects of an upstream flow, from DOCS-QOS3-MIB and DOCS-IF-MIB.
void add_upstream(MibValues& mib, const ServiceFlowConfig& config, std::uint16_t sid,
                  const cm::RequestEngine::FlowCounters& requests);

// result: of a service flow of this aggregate.
void add_aggregate(MibValues& mib, const AggregateConfig& aggregate,
                   const ServiceFlowResult& result);

}  // namespace docsis_vp::system
