#include "models/docsis/crc.h"

#include <gtest/gtest.h>

#include "tests/models/docsis/golden.h"
#include "tests/models/docsis/hex.h"

namespace docsis_vp::docsis {
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

}  // namespace
}  // namespace docsis_vp::docsis
