// Reads cycle profiles from text: one `key = value` per line, the keys being the field names of
// CycleProfile; `#` begins a comment. `extends = NAME` in the first line starts from another
// profile. The default of every key is one cycle.
#pragma once

#include <string>
#include <vector>

#include "platform/cpu/cycle_profile.h"

namespace docsis_vp::platform {

struct BuiltInProfile {
  std::string name;
  std::string text;
};
// The files of platform/cpu/profiles; a profile follows the one that it extends.
const std::vector<BuiltInProfile>& built_in_profiles();

// `place`: the file, which begins every message. `bases`: profiles that may be extended. Throws
// InputError, "place:line: ...", for a line without assignment, an unknown or repeated key, or a
// value out of range. Cycles are 1 to 500; added cycles may be 0. Areas are 0 to 9999999 gate
// equivalents.
CycleProfile parse_profile(const std::string& name, const std::string& text,
                           const std::string& place, const std::vector<CycleProfile>& bases);

// Throws InputError, which lists the names, if there is none.
const CycleProfile& find_profile(const std::vector<CycleProfile>& profiles,
                                 const std::string& name);

}  // namespace docsis_vp::platform
