// printf for the lines of the terminal's summaries.
#pragma once

#include <string>

namespace docsis_vp::system {

// As std::printf would write it, cut off behind 255 characters.
[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...);

}  // namespace docsis_vp::system
