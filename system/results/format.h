// Formats numbers and labels for the terminal's summaries.
#pragma once

#include <cstdint>
#include <string>

namespace docsis_vp::system {

// Same as std::sprintf, for any length.
[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...);

// 1234567 as "1,234,567".
std::string grouped(std::uint64_t value);

// Returns a line's label, padded to the column of its text.
std::string label(const std::string& text);

}  // namespace docsis_vp::system
