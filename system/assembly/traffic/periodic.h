// Builds flows of the kinds that send UDP packets at intervals.
#pragma once

#include "models/hosts/udp_source/udp_source.h"
#include "system/assembly/traffic/flow_unit.h"

namespace docsis_vp::system {

hosts::UdpSourceConfig udp_source_config(const FlowPlan& plan);

// Returns the mean rate of the frames, including silence.
double frame_rate_mbps(const FlowConfig& config);

// Builds a source without a receiving application.
std::unique_ptr<FlowUnit> make_periodic_flow(const FlowPlan& plan, const Site& site);

}  // namespace docsis_vp::system
