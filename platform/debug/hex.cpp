#include "platform/debug/hex.h"

#include <cstdio>

namespace docsis_vp::platform {

namespace {

constexpr char kDigits[] = "0123456789abcdef";

// Returns -1 if it is no digit.
int value_of(char digit) {
  if (digit >= '0' && digit <= '9') {
    return digit - '0';
  }
  const char lower = static_cast<char>(digit | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

std::string hex_of(std::string_view octets) {
  std::string digits;
  for (const char octet : octets) {
    digits += kDigits[static_cast<std::uint8_t>(octet) >> 4];
    digits += kDigits[static_cast<std::uint8_t>(octet) & 0xf];
  }
  return digits;
}

std::optional<std::string> octets_of_hex(std::string_view digits) {
  if (digits.size() % 2 != 0) {
    return {};
  }
  std::string octets;
  for (std::size_t at = 0; at < digits.size(); at += 2) {
    const int high = value_of(digits[at]);
    const int low = value_of(digits[at + 1]);
    if (high < 0 || low < 0) {
      return {};
    }
    octets += static_cast<char>(high * 16 + low);
  }
  return octets;
}

std::string hex_of_word(std::uint32_t word) {
  std::string octets;
  for (unsigned shift = 0; shift < 32; shift += 8) {
    octets += static_cast<char>(word >> shift);
  }
  return hex_of(octets);
}

std::optional<std::uint32_t> word_of_hex(std::string_view digits) {
  const std::optional<std::string> octets = octets_of_hex(digits);
  if (!octets || octets->size() != sizeof(std::uint32_t)) {
    return {};
  }
  std::uint32_t word = 0;
  for (unsigned i = 0; i < octets->size(); ++i) {
    word |= std::uint32_t{static_cast<std::uint8_t>((*octets)[i])} << (8 * i);
  }
  return word;
}

std::string hex_of_number(std::uint32_t number) {
  char text[12];
  std::snprintf(text, sizeof text, "%x", number);
  return text;
}

std::optional<std::uint32_t> HexReader::number() {
  std::uint64_t number = 0;
  std::size_t digits = 0;
  for (; digits < text_.size() && value_of(text_[digits]) >= 0; ++digits) {
    number = number << 4 | static_cast<std::uint64_t>(value_of(text_[digits]));
    if (number > UINT32_MAX) {
      return {};
    }
  }
  if (digits == 0) {
    return {};
  }
  text_.remove_prefix(digits);
  return static_cast<std::uint32_t>(number);
}

bool HexReader::skip(char expected) {
  if (text_.empty() || text_.front() != expected) {
    return false;
  }
  text_.remove_prefix(1);
  return true;
}

}  // namespace docsis_vp::platform
