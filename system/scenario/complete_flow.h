// What hangs together within a flow.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "system/extension/extensions.h"
#include "system/scenario/fields/flow.h"

namespace docsis_vp::system {

// Fills what hangs on other values, checks what spans fields. pointer: of the flow. Throws
// ConfigError.
void complete_flow(FlowConfig& flow, const Extensions& extensions, const std::string& pointer);

// An address that is none is not one of IPv6.
bool uses_ipv6(const FlowConfig& flow);
constexpr std::uint32_t kMoreOfIpv6Bytes = 20;  // of its header than of IPv4's

// The names that `count` makes must differ too. Throws ConfigError.
void check_flow_names(const std::vector<FlowConfig>& flows);

}  // namespace docsis_vp::system
