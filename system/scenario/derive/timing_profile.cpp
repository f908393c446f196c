#include "system/scenario/derive/timing_profile.h"

#include <string_view>

namespace docsis_vp::system {

namespace {

std::string_view name_of(RfProfile profile) {
  switch (profile) {
    case RfProfile::kDocsis31:
      return "docsis31";
    case RfProfile::kDocsis31LowLatency:
      return "docsis31-low-latency";
    case RfProfile::kCablelabs2012:
      return "cablelabs-2012";
    case RfProfile::kDocsis30:
      break;
  }
  return "docsis30";
}

}  // namespace

docsis::TimingProfile timing_profile_of(const RfConfig& rf) {
  return *docsis::find_timing_profile(name_of(rf.profile));
}

}  // namespace docsis_vp::system
