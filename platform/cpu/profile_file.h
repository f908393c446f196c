// Cycle profiles as text: one `key = value` a line, the keys being the names of the fields of
// CycleProfile; `#` begins a comment. `extends = NAME`, first, starts from another profile instead
// of one cycle each.
#pragma once

#include <string>
#include <vector>

#include "platform/cpu/cycle_profile.h"

namespace docsis_vp::platform {

struct BuiltInProfile {
  std::string name;
  std::string text;
};
// The files of platform/cpu/profiles; one that extends another comes behind it.
const std::vector<BuiltInProfile>& built_in_profiles();

// `place` begins every message: the file. `bases` may be extended. Throws InputError, "place:line:
// ..." for a line that is no assignment, a key that is unknown or given twice, or a value out of
// range. Cycles are 1 to 500; what is added to others may be 0. Areas are 0 to
// 9999999 gate equivalents.
CycleProfile parse_profile(const std::string& name, const std::string& text,
                           const std::string& place, const std::vector<CycleProfile>& bases);

// Throws InputError, naming the ones there are.
const CycleProfile& find_profile(const std::vector<CycleProfile>& profiles,
                                 const std::string& name);

}  // namespace docsis_vp::platform
