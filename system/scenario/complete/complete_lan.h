// Completes and checks the Ethernet ports of modems.
#pragma once

#include "platform/base/packet.h"
#include "system/scenario/fields/lan.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Returns the rate of frames of 1518 bytes, DA..CRC, on a line that also carries preambles and
// gaps.
constexpr double carried_mbps(double line_mbps) {
  return line_mbps * 1518 / (1518 + kPreambleBytes + kFrameGapBytes);
}

// Returns the peak rate of an upstream service flow, or its sustained rate if it has none.
double max_upstream_mbps(const ServiceFlowConfig& flow);

// Adds one port if there is none, and sets rates from the modem's service flows, which are
// complete.
void complete_lan(ModemConfig& modem, const Scenario& scenario);

// Returns the modem's port that the flow names. Throws ConfigError if there is none.
unsigned lan_port_of(const FlowConfig& flow, const ModemConfig& modem);
// Checks the ports of all flows. all: with every modem listed.
void check_lan_ports(const Scenario& all);

}  // namespace docsis_vp::system
