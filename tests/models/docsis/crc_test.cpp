#include "models/docsis/crc.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/models/docsis/golden.h"
#include "tests/models/docsis/hex.h"

namespace docsis_vp::docsis::crc_test {
namespace {

TEST(Crc, HeaderCheckSequenceIsX25LowByteFirst) {
  EXPECT_EQ(crc16_x25(from_hex("00000040")), 0xBEDA);
  // The check value of the catalogue of CRCs, over "123456789".
  EXPECT_EQ(crc16_x25(from_hex("313233343536373839")), 0x906E);
}

TEST(Crc, FrameCheckIsIeee802) {
  EXPECT_EQ(crc32(from_hex("313233343536373839")), 0xCBF43926);
  const auto frame = from_hex(golden::kEthernet);
  EXPECT_EQ(crc32(OctetView(frame).first(60)), 0x40764D24U);
}

// The polynomial bit by bit; lengths around the eight octets that a step takes.
TEST(Crc, EveryLengthIsThatOfTheBits) {
  std::vector<std::uint8_t> octets;
  for (unsigned length = 0; length < 70; ++length) {
    std::uint32_t remainder = UINT32_MAX;
    for (const std::uint8_t octet : octets) {
      remainder ^= octet;
      for (int bit = 0; bit < 8; ++bit) {
        remainder = (remainder & 1) != 0 ? remainder >> 1 ^ 0xEDB88320 : remainder >> 1;
      }
    }
    EXPECT_EQ(crc32(octets), ~remainder) << length;
    octets.push_back(static_cast<std::uint8_t>(length * 37 + 11));
  }
}

}  // namespace
}  // namespace docsis_vp::docsis::crc_test
