// What the channels carry that a modem may use.
#pragma once

#include "system/scenario/fields/modem.h"
#include "system/scenario/fields/rf.h"

namespace docsis_vp::system {

struct LinkRates {
  double upstream_mbps = 0;
  double downstream_mbps = 0;
};

// Of those that the modem names, or of all, whose fields are filled in. What it names wrongly is
// left to check_mac().
LinkRates link_rates(const RfConfig& rf, const ModemConfig& modem);

}  // namespace docsis_vp::system
