// Collects the results of a modem's placement: where its control law and its drops ran.
#pragma once

#include "models/cm/modem/modem.h"
#include "system/results/results.h"
#include "system/scenario/fields/modem.h"

namespace docsis_vp::system {

PlacementResult placement_result(const ModemConfig& config, cm::Modem& modem, TimePs now);

}  // namespace docsis_vp::system
