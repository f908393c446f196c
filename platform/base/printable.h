// Text of unknown origin, for a message.
#pragma once

#include <algorithm>
#include <string>

namespace docsis_vp {

// With '?' for each octet that is no printable ASCII character: names in a damaged image, and what
// firmware gone wrong says, may be anything, of which a terminal might obey some.
inline std::string printable(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return text;
}

}  // namespace docsis_vp
