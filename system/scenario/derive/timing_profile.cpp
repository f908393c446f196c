#include "system/scenario/derive/timing_profile.h"

namespace docsis_vp::system {

docsis::TimingProfile timing_profile_of(const RfConfig& rf) {
  return *docsis::find_timing_profile(name_in(kRfProfiles, rf.profile));
}

}  // namespace docsis_vp::system
