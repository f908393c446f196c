#include "platform/cpu/cycle_profile.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "platform/base/errors.h"
#include "platform/base/files.h"
#include "platform/base/read_file.h"
#include "platform/cpu/profile_file.h"

namespace docsis_vp::platform {

namespace {

const std::vector<CycleProfile>& all_profiles() {
  static const std::vector<CycleProfile> kProfiles = [] {
    std::vector<CycleProfile> profiles;
    for (const BuiltInProfile& each : built_in_profiles()) {
      profiles.push_back(parse_profile(each.name, each.text, each.name, profiles));
    }
    return profiles;
  }();
  return kProfiles;
}

}  // namespace

const CycleProfile& cycle_profile(const std::string& name) {
  return find_profile(all_profiles(), name);
}

std::vector<std::string> cycle_profile_names() {
  std::vector<std::string> names;
  for (const CycleProfile& profile : all_profiles()) {
    names.push_back(profile.name);
  }
  return names;
}

CycleProfile read_cycle_profile(const std::string& name_or_file) {
  namespace fs = std::filesystem;
  const std::vector<std::string> names = cycle_profile_names();
  const fs::path path(name_or_file);
  const bool is_name = std::find(names.begin(), names.end(), name_or_file) != names.end();
  if (is_name || (!path.has_parent_path() && !is_file(path) && !is_folder(path))) {
    return cycle_profile(name_or_file);  // throws an error that lists the known ones
  }
  return parse_profile(path.stem(), read_file(name_or_file), name_or_file, all_profiles());
}

}  // namespace docsis_vp::platform
