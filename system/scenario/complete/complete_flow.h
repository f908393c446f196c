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

// Fills in fields that depend on other parts of the scenario. written: the scenario as its author
// lists it, complete but for these; all: the same with every modem listed.
void complete_flows_in(Scenario& written, const Scenario& all);

// Checks sizes of a kind that sends UDP packets at intervals. packet_bytes must have a value.
// Throws ConfigError.
void check_packet_bytes(const FlowConfig& flow, const std::string& pointer);

// False for an invalid address.
bool uses_ipv6(const FlowConfig& flow);
constexpr std::uint32_t kMoreOfIpv6Bytes = 20;  // excess of its header over IPv4's

// Checks that all names are distinct, those that `count` makes included. Throws ConfigError.
void check_flow_names(const std::vector<FlowConfig>& flows);

}  // namespace docsis_vp::system
