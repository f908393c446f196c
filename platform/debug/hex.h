// Implements the hexadecimal encodings of the remote serial protocol.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace docsis_vp::platform {

// Encodes each octet as two digits.
std::string hex_of(std::string_view octets);
// Returns nothing if the text is not of that form.
std::optional<std::string> octets_of_hex(std::string_view digits);
// Encodes a word of the target, least significant octet first.
std::string hex_of_word(std::uint32_t word);
std::optional<std::uint32_t> word_of_hex(std::string_view digits);
// Encodes a number, most significant digit first.
std::string hex_of_number(std::uint32_t number);

// Reads a packet from left to right.
class HexReader {
 public:
  explicit HexReader(std::string_view text) : text_(text) {}

  // Reads a number of up to 32 bits; nothing if there is none here.
  std::optional<std::uint32_t> number();
  bool skip(char expected);
  bool at_end() const { return text_.empty(); }
  std::string_view rest() const { return text_; }

 private:
  std::string_view text_;
};

}  // namespace docsis_vp::platform
