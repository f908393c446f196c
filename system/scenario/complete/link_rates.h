// Computes the rates of the channels that a modem may use.
#pragma once

#include "system/scenario/fields/modem.h"
#include "system/scenario/fields/rf.h"

namespace docsis_vp::system {

struct LinkRates {
  double upstream_mbps = 0;
  double downstream_mbps = 0;
};

// Sums the channels that the modem names, or all channels. The channels must be complete.
// check_mac() reports unknown names.
LinkRates link_rates(const RfConfig& rf, const ModemConfig& modem);

}  // namespace docsis_vp::system
