// Completes and checks the fields of a flow.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "system/extension/extensions.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Fills in fields that depend on others and checks combinations. pointer: of the flow. Throws
// ConfigError.
void complete_flow(FlowConfig& flow, const Extensions& extensions, const std::string& pointer);

// Fills in fields that depend on other parts of the scenario. written: the scenario as in the file,
// with all other keys filled in. all: the same, with modem groups expanded.
void complete_flows_in(Scenario& written, const Scenario& all);

// Checks sizes of a kind that sends UDP packets at intervals. packet_bytes must have a value.
// Throws ConfigError.
void check_packet_bytes(const FlowConfig& flow, const std::string& pointer);

// False for an invalid address.
bool uses_ipv6(const FlowConfig& flow);
constexpr std::uint32_t kMoreOfIpv6Bytes = 20;  // difference of the header lengths of IPv6 and IPv4

// Checks that all names are distinct, including those that result from `count`. Throws ConfigError.
void check_flow_names(const std::vector<FlowConfig>& flows);

}  // namespace docsis_vp::system
