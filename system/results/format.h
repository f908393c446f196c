// Text of the terminal's summaries: numbers, and the beginnings of lines.
#pragma once

#include <cstdint>
#include <string>

namespace docsis_vp::system {

// As std::printf would write it, however long.
[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...);

// 1234567 as "1,234,567".
std::string grouped(std::uint64_t value);

// A line's label, filled up to the column of its text.
std::string label(const std::string& text);

}  // namespace docsis_vp::system
