#include "platform/cpu/cycle_profile.h"

#include <algorithm>

#include "platform/base/errors.h"

namespace docsis_vp::platform {

namespace {

// Three-cycle multiplier, no branch-target ALU, no write-back stage.
CycleProfile ibex_small() {
  CycleProfile profile;
  profile.name = "ibex-small";
  profile.csr_write = 3;
  profile.load = 2;
  profile.store = 2;
  profile.word_crossing = 1;
  profile.mul = 3;
  profile.mul_high = 4;
  profile.divide = 37;
  profile.divide_by_zero = 2;
  profile.branch_taken = 3;
  profile.jump = 2;
  profile.misaligned_target = 1;
  profile.fence_i = 2;
  profile.mret = 3;
  profile.trap_entry = 3;
  return profile;
}

// One-cycle multiplier, branch-target ALU, write-back stage.
CycleProfile ibex_maxperf() {
  CycleProfile profile = ibex_small();
  profile.name = "ibex-maxperf";
  profile.load = 1;
  profile.load_use = 1;
  profile.store = 1;
  profile.mul = 1;
  profile.mul_high = 2;
  profile.branch_taken = 2;
  return profile;
}

CycleProfile zero() {
  CycleProfile profile;
  profile.name = "zero";
  profile.instantaneous = true;
  return profile;
}

const std::vector<CycleProfile>& all_profiles() {
  static const std::vector<CycleProfile> kProfiles = {ibex_small(), ibex_maxperf(), CycleProfile{},
                                                      zero()};
  return kProfiles;
}

}  // namespace

const CycleProfile& cycle_profile(const std::string& name) {
  const auto& profiles = all_profiles();
  const auto found =
      std::find_if(profiles.begin(), profiles.end(),
                   [&](const CycleProfile& profile) { return profile.name == name; });
  if (found == profiles.end()) {
    std::string known;
    for (const CycleProfile& profile : profiles) {
      known += (known.empty() ? "" : ", ") + profile.name;
    }
    throw InputError("cycle profile '" + name + "' is unknown; expected one of " + known);
  }
  return *found;
}

std::vector<std::string> cycle_profile_names() {
  std::vector<std::string> names;
  for (const CycleProfile& profile : all_profiles()) {
    names.push_back(profile.name);
  }
  return names;
}

}  // namespace docsis_vp::platform
