// Which packets of its capture a flow of kind `trace` replays.
#pragma once

#include "models/hosts/trace_source/frame_filter.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// The flow's ip_source, if any, is an address or a prefix.
hosts::FrameFilter trace_filter(const FlowConfig& flow);

// The interface whose packets a flow is to replay of a file that Capture wrote, among the names of
// those that the file has: the LAN port of the flow's modem, or else of the only modem; downstream
// `wan`. Empty if none is.
std::string own_interface(const FlowConfig& flow, const std::vector<std::string>& names);

}  // namespace docsis_vp::system
