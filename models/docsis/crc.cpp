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
Word crc(const std::array<Word, 256>& table, OctetView octets,
         Word remainder = static_cast<Word>(~Word{0})) {
  for (std::size_t i = 0; i < octets.size; ++i) {
    remainder = static_cast<Word>(remainder >> 8 ^ table[(remainder ^ octets[i]) & 0xFF]);
  }
  return static_cast<Word>(~remainder);
}

constexpr std::array<std::uint16_t, 256> kCrc16 = table_of<std::uint16_t>(0x8408);
constexpr std::array<std::uint32_t, 256> kCrc32 = table_of<std::uint32_t>(0xEDB88320);

constexpr std::size_t kSlice = 8;

// Table k gives the effect of an octet on the remainder k octets later. Eight octets are then eight
// independent look-ups ("slicing-by-8", Kounavis and Berry, 2005).
constexpr std::array<std::array<std::uint32_t, 256>, kSlice> slices() {
  std::array<std::array<std::uint32_t, 256>, kSlice> tables{};
  tables[0] = kCrc32;
  for (std::size_t k = 1; k < kSlice; ++k) {
    for (std::size_t octet = 0; octet < 256; ++octet) {
      const std::uint32_t before = tables[k - 1][octet];
      tables[k][octet] = before >> 8 ^ kCrc32[before & 0xFF];
    }
  }
  return tables;
}
constexpr auto kCrc32Slices = slices();

std::uint32_t low_first(const std::uint8_t* octets) {
  return static_cast<std::uint32_t>(octets[0]) | static_cast<std::uint32_t>(octets[1]) << 8 |
         static_cast<std::uint32_t>(octets[2]) << 16 | static_cast<std::uint32_t>(octets[3]) << 24;
}

}  // namespace

std::uint16_t crc16_x25(OctetView octets) {
  return crc(kCrc16, octets);
}

std::uint32_t crc32(OctetView octets) {
  std::uint32_t remainder = ~std::uint32_t{0};
  std::size_t at = 0;
  for (; at + kSlice <= octets.size; at += kSlice) {
    const std::uint32_t low = remainder ^ low_first(octets.data + at);
    const std::uint32_t high = low_first(octets.data + at + 4);
    remainder = kCrc32Slices[7][low & 0xFF] ^ kCrc32Slices[6][low >> 8 & 0xFF] ^
                kCrc32Slices[5][low >> 16 & 0xFF] ^ kCrc32Slices[4][low >> 24] ^
                kCrc32Slices[3][high & 0xFF] ^ kCrc32Slices[2][high >> 8 & 0xFF] ^
                kCrc32Slices[1][high >> 16 & 0xFF] ^ kCrc32Slices[0][high >> 24];
  }
  return crc(kCrc32, octets.from(at), remainder);
}

}  // namespace docsis_vp::docsis
