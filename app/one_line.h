// Converts a message into one line for a terminal.
#pragma once

#include <string>
#include <string_view>

namespace docsis_vp::app {

// Replaces control characters by spaces, because a message may quote any octets of a file. From a
// message of more than 1000 octets it removes the middle, between characters of UTF-8. The place at
// the front and the expectation at the end remain.
std::string one_line(std::string_view message);

}  // namespace docsis_vp::app
