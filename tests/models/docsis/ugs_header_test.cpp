#include "models/docsis/ugs_header.h"

#include <gtest/gtest.h>

#include "models/docsis/mac_header.h"
#include "models/docsis/octets.h"
#include "tests/models/docsis/hex.h"

namespace docsis_vp::docsis::ugs_header_test {
namespace {

TEST(UgsHeader, IsAnElementOfTypeSixWithTwoOctets) {
  EXPECT_EQ(ugs_element({false, 0}), (UgsElement{0x62, 0x00, 0x00}));
  EXPECT_EQ(ugs_element({true, 1}), (UgsElement{0x62, 0x00, 0x81}));
  EXPECT_EQ(ugs_element({false, 127}), (UgsElement{0x62, 0x00, 0x7F}));
}

TEST(UgsHeader, ComesBackOutOfAPacketHeader) {
  for (unsigned grants = 0; grants < 128; ++grants) {
    for (const bool indicator : {false, true}) {
      const UgsElement element = ugs_element({indicator, static_cast<std::uint8_t>(grants)});
      std::vector<std::uint8_t> octets;
      append_header(octets, kPacketControl, {element.data(), element.size()}, 226);
      ASSERT_EQ(octets.size(), kPlainHeaderBytes + kUgsElementBytes);
      const auto header = parse_mac_header(octets);
      ASSERT_TRUE(header);
      EXPECT_EQ(header->payload_bytes, 226U);
      const auto status = find_ugs_status(header->extended_header);
      ASSERT_TRUE(status);
      EXPECT_EQ(status->queue_indicator, indicator);
      EXPECT_EQ(status->active_grants, grants);
    }
  }
}

TEST(UgsHeader, IsFoundBehindOthersAndOnlyWhole) {
  const auto find = [](const char* hex) {
    const std::vector<std::uint8_t> octets = from_hex(hex);
    return find_ugs_status(octets);
  };
  EXPECT_EQ(find("4411812300620082").value_or(UgsStatus{}).active_grants, 2) << "behind another";
  EXPECT_TRUE(find("620080")->queue_indicator);
  for (const char* without : {"", "6105", "62", "6200", "72008144118123"}) {
    const std::vector<std::uint8_t> octets = from_hex(without);
    EXPECT_FALSE(find_ugs_status(octets)) << without;
  }
}

}  // namespace
}  // namespace docsis_vp::docsis::ugs_header_test
