#include "models/docsis/crc.h"

#include <array>

namespace docsis_vp::docsis {
namespace {

template <typename Word>
constexpr std::array<Word, 256> table_of(Word reflected_polynomial) {
  std::array<Word, 256> table{};
  for (unsigned octet = 0; octet < 256; ++octet) {
    Word remainder = static_cast<Word>(octet);
    for (int bit = 0; bit < 8; ++bit) {
      const Word shifted = static_cast<Word>(remainder >> 1);
      remainder =
          (remainder & 1) != 0 ? static_cast<Word>(shifted ^ reflected_polynomial) : shifted;
    }
    table[octet] = remainder;
  }
  return table;
}

template <typename Word>
Word crc(const std::array<Word, 256>& table, OctetView octets) {
  Word remainder = static_cast<Word>(~Word{0});
  for (std::size_t i = 0; i < octets.size; ++i) {
    remainder = static_cast<Word>(remainder >> 8 ^ table[(remainder ^ octets[i]) & 0xFF]);
  }
  return static_cast<Word>(~remainder);
}

constexpr std::array<std::uint16_t, 256> kCrc16 = table_of<std::uint16_t>(0x8408);
constexpr std::array<std::uint32_t, 256> kCrc32 = table_of<std::uint32_t>(0xEDB88320);

}  // namespace

std::uint16_t crc16_x25(OctetView octets) {
  return crc(kCrc16, octets);
}

std::uint32_t crc32(OctetView octets) {
  return crc(kCrc32, octets);
}

}  // namespace docsis_vp::docsis
