// Merges scenario files that build on others: extends, cases, --set.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "system/json/node.h"

namespace docsis_vp::system {

// Merges `over` into `base`: scenarios, or parts of them at their root. Objects merge member by
// member, arrays of named objects element by element, by name; other values are replaced. A
// shorthand string ("aqm": "codel") merges with an object as the object that it stands for.
void merge(JsonNode& base, const JsonNode& over);

// Replaces "extends" by the file it names, relative to the file that names it. Lists the files of
// the scenario, its own first. Throws InputError for a missing file or a cycle.
JsonNode with_bases(JsonNode root, std::vector<std::string>& files);

// Applies the named case, if any, and removes "cases".
void apply_case(JsonNode& root, const std::string& case_name);

// assignment: path=value. The path joins members and elements (by name or index) with dots; the
// value is JSON, or else a string. Missing members are created; elements of arrays must exist.
// `option`: name of the option in messages.
void apply_set(JsonNode& root, const std::string& assignment, const std::string& option);

}  // namespace docsis_vp::system
