// Guesses which known name a mistyped one stands for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace docsis_vp::system {

// The name of a list most like a mistyped one; empty if none is near.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& known);

// ", did you mean \"x\"?" or ", known are a, b, c".
std::string suggestion(std::string_view word, const std::vector<std::string_view>& known);

}  // namespace docsis_vp::system
