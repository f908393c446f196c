// Traffic of a random scenario.
#pragma once

#include "tests/system/random/draw.h"
#include "tests/system/random/outline.h"

namespace docsis_vp::system {

// `flows` through the modem: packets at none to twice the rate of each service flow, and
// applications of every kind, some of them in service flows that classifiers choose.
Array random_traffic(const Outline& outline, const ModemOutline& modem);
// `classifiers` that they need.
Array random_classifiers(const Outline& outline, const ModemOutline& modem);

}  // namespace docsis_vp::system
