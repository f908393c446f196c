// Fills in and checks the Ethernet ports of modems.
#pragma once

#include "platform/base/packet.h"
#include "system/scenario/fields/lan.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// Rate of frames of 1518 bytes, DA..CRC, on a line of this rate, which carries preambles and gaps
// too.
constexpr double carried_mbps(double line_mbps) {
  return line_mbps * 1518 / (1518 + kPreambleBytes + kFrameGapBytes);
}

// Returns the peak rate of an upstream service flow, or its sustained rate if it has none.
double most_upstream_mbps(const ServiceFlowConfig& flow);

// One port if there is none, and rates from the modem's service flows, which are complete.
void complete_lan(ModemConfig& modem, const Scenario& scenario);

// The port of the modem that the flow names; throws ConfigError if there is none.
unsigned lan_port_of(const FlowConfig& flow, const ModemConfig& modem);
// For all flows. all: modem by modem.
void check_lan_ports(const Scenario& all);

}  // namespace docsis_vp::system
