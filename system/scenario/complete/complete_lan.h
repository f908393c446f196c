// Completes and checks the Ethernet ports of modems.
#pragma once

#include <string>
#include <vector>

#include "platform/base/packet.h"
#include "system/scenario/fields/lan.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Returns the rate of frames of 1518 bytes, DA..CRC, on a line that also carries preambles and
// gaps.
constexpr double carried_mbps(double line_mbps) {
  return line_mbps * 1518 / (1518 + kPreambleBytes + kFrameGapBytes);
}

// Returns that rate of all these ports together; infinite if one of them has no line.
double carried_mbps(const std::vector<LanPortConfig>& ports);

// Adds one port if there is none, and sets rates from the modem's service flows, which are
// complete. pointer: of the modem. Throws ConfigError.
void complete_lan(ModemConfig& modem, const Scenario& scenario, const std::string& pointer);

// Returns the modem's port that the flow names. Throws ConfigError if there is none.
unsigned lan_port_of(const FlowConfig& flow, const ModemConfig& modem);
// Checks the ports and stations of all flows. all: with every modem listed.
void check_lan_ports(const Scenario& all);

}  // namespace docsis_vp::system
