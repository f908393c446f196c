// Modems of a random scenario, and their service flows.
#pragma once

#include "tests/system/random/draw.h"
#include "tests/system/random/outline.h"

namespace docsis_vp::system {

// How many there are, and the names and rates of their service flows.
void outline_modems(Outline& outline);
// Entry of `modems`: distance, costs of the blocks, placement of law and drops.
Object random_modem(const Outline& outline, const ModemOutline& modem);
// `service_flows` of the modem.
Array random_services(const Outline& outline, const ModemOutline& modem);

}  // namespace docsis_vp::system
