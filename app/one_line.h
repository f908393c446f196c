// A message as one line that a terminal can show.
#pragma once

#include <string>
#include <string_view>

namespace docsis_vp::app {

// What a message quotes of a file may be anything: control characters come out as spaces, and of
// more than 1000 octets the middle is left out (between characters of UTF-8), so that the place
// in front and the expectation behind stay.
std::string one_line(std::string_view message);

}  // namespace docsis_vp::app
