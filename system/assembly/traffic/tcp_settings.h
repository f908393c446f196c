// Converts the TCP settings of a scenario into those of the hosts.
#pragma once

#include "models/hosts/tcp/congestion/registry.h"
#include "models/hosts/tcp/tcp_config.h"
#include "system/scenario/fields/flow.h"

namespace docsis_vp::system {

hosts::CongestionConfig congestion_config(const FlowConfig& flow);

// Options of both ends, with the mark feedback that the congestion control needs.
hosts::TcpConfig tcp_config(const FlowConfig& flow);

}  // namespace docsis_vp::system
