// Octets written as hexadecimal digits.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace docsis_vp::docsis {

inline std::vector<std::uint8_t> from_hex(std::string_view digits) {
  const auto value = [](char digit) { return digit <= '9' ? digit - '0' : digit - 'a' + 10; };
  std::vector<std::uint8_t> octets;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    octets.push_back(static_cast<std::uint8_t>(value(digits[i]) << 4 | value(digits[i + 1])));
  }
  return octets;
}

inline std::string to_hex(const std::vector<std::uint8_t>& octets) {
  std::string digits;
  for (const std::uint8_t octet : octets) {
    digits += "0123456789abcdef"[octet >> 4];
    digits += "0123456789abcdef"[octet & 15];
  }
  return digits;
}

}  // namespace docsis_vp::docsis
