// Configures periodic packet sources from a scenario.
#pragma once

#include "models/hosts/udp_source/udp_source.h"
#include "system/assembly/traffic/flow_unit.h"

namespace docsis_vp::system {

hosts::UdpSourceConfig udp_source_config(const FlowPlan& plan);

// Rate of the frames, silence included.
double frame_rate_mbps(const FlowConfig& config);

}  // namespace docsis_vp::system
