// Completes and checks the fields of a flow.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "system/extension/extensions.h"
#include "system/scenario/fields/flow.h"

namespace docsis_vp::system {

// Fills in fields that depend on others and checks combinations. pointer: of the flow. Throws
// ConfigError.
void complete_flow(FlowConfig& flow, const Extensions& extensions, const std::string& pointer);

// False for an invalid address.
bool uses_ipv6(const FlowConfig& flow);
constexpr std::uint32_t kMoreOfIpv6Bytes = 20;  // excess of its header over IPv4's

// Checks that all names are distinct, those that `count` makes included. Throws ConfigError.
void check_flow_names(const std::vector<FlowConfig>& flows);

}  // namespace docsis_vp::system
