// Finds the timing of a scenario's RF profile.
#pragma once

#include "models/docsis/timing_profile.h"
#include "system/scenario/fields/rf.h"

namespace docsis_vp::system {

docsis::TimingProfile timing_profile_of(const RfConfig& rf);

}  // namespace docsis_vp::system
