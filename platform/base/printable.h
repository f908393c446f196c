// Makes text of unknown origin safe for messages.
#pragma once

#include <algorithm>
#include <string>

namespace docsis_vp {

// Replaces every octet that is no printable ASCII character by '?'. Names in a damaged image and
// firmware's output can hold any octets, also control sequences that a terminal would obey.
inline std::string printable(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return text;
}

}  // namespace docsis_vp
