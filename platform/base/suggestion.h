// Suggests the known name that a mistyped one may mean.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace docsis_vp {

// Returns the most similar name of a list; empty if none is similar.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& known);

// Returns ", did you mean \"x\"?" or ", known are a, b, c".
std::string suggestion(std::string_view word, const std::vector<std::string_view>& known);

}  // namespace docsis_vp
