// Scenario files that build on others: extends, cases, --set.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "system/json/node.h"

namespace docsis_vp::system {

// Scenarios, or parts of some at their root. Objects merge member by member, arrays of named
// objects element by element, by name; anything else is replaced. Under an object, the string that
// is short for one ("aqm": "codel") merges as the object that it stands for.
void merge(JsonNode& base, const JsonNode& over);

// Replaces "extends" by the file it names, relative to the file that says so, and lists the files
// that a scenario is made of, its own first. InputError on a missing file or a circle.
JsonNode with_bases(JsonNode root, std::vector<std::string>& files);

// Applies the named case, if any, and removes "cases".
void apply_case(JsonNode& root, const std::string& case_name);

// path=value: members and elements (by name or index) joined by dots; the value is JSON, or else
// a string. What the file leaves at its default is made on the way; elements of arrays must exist.
// `option`: how messages call it.
void apply_set(JsonNode& root, const std::string& assignment, const std::string& option);

}  // namespace docsis_vp::system
