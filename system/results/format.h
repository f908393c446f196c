// Formats text of the terminal's summaries: numbers and labels.
#pragma once

#include <cstdint>
#include <string>

namespace docsis_vp::system {

// As std::printf, with any length.
[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...);

// 1234567 as "1,234,567".
std::string grouped(std::uint64_t value);

// Returns a line's label, padded to the column of its text.
std::string label(const std::string& text);

}  // namespace docsis_vp::system
