// Selects the packets of a capture that a flow of kind `trace` replays.
#pragma once

#include "models/hosts/trace_source/frame_filter.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// The flow's ip_source, if any, is an address or a prefix.
hosts::FrameFilter trace_filter(const FlowConfig& flow);

// Returns the interface to replay from a file that Capture wrote, among `names`. Upstream: the LAN
// port of the flow's modem, or of the only modem. Downstream: `wan`. Empty if there is none.
std::string own_interface(const FlowConfig& flow, const std::vector<std::string>& names);

}  // namespace docsis_vp::system
