#include "models/docsis/management.h"

#include <gtest/gtest.h>

#include "models/docsis/mac_header.h"
#include "tests/models/docsis/golden.h"
#include "tests/models/docsis/hex.h"

namespace docsis_vp::docsis::management_test {
namespace {

struct GoldenMessage {
  const char* hex;
  std::uint8_t version;
  std::uint8_t type;
  std::size_t body_bytes;
};

constexpr GoldenMessage kMessages[] = {
    {golden::kSync, 1, 1, 4},
    {golden::kMapV1, 1, 3, 40},
    {golden::kMapV5, 5, 3, 40},
    {golden::kRangingRequest, 1, 4, 4},
    {golden::kRangingResponse, 1, 5, 15},
    {golden::kUcd51, 5, 51, 62},
};

TEST(Management, ReadsAndRewritesEveryMessage) {
  for (const GoldenMessage& golden : kMessages) {
    SCOPED_TRACE(golden.hex);
    const auto octets = from_hex(golden.hex);
    const auto message = parse_management(octets);
    ASSERT_TRUE(message) << to_string(message.error());
    EXPECT_EQ(message->destination, kAllModems);
    EXPECT_EQ(message->version, golden.version);
    EXPECT_EQ(message->type, golden.type);
    ASSERT_EQ(message->body.size, golden.body_bytes);
    EXPECT_EQ(octets.size(), kManagementOverheadBytes + golden.body_bytes);

    std::vector<std::uint8_t> written;
    ManagementWriter writer(written, *message);
    written.insert(written.end(), message->body.data, message->body.data + message->body.size);
    writer.finish();
    EXPECT_EQ(to_hex(written), golden.hex);
  }
}

TEST(Management, SkipsAnExtendedHeader) {
  const auto plain = from_hex(golden::kMapV1);
  std::vector<std::uint8_t> octets;
  append_header(octets, kManagementControl, from_hex("0000"), 64);
  octets.insert(octets.end(), plain.begin() + 6, plain.end());
  const auto message = parse_management(octets);
  ASSERT_TRUE(message) << to_string(message.error());
  EXPECT_EQ(message->body.size, 40U);
}

TEST(Management, DamageIsNamed) {
  const auto good = from_hex(golden::kMapV1);
  auto bad = good;
  bad[40] ^= 0x10;
  EXPECT_EQ(parse_management(bad).error(), ParseError::kBadCrc);
  bad = good;
  bad[3] ^= 0x10;
  EXPECT_EQ(parse_management(bad).error(), ParseError::kBadHcs);
  EXPECT_EQ(parse_management(OctetView(good).first(50)).error(), ParseError::kTruncated);
  const auto packet = from_hex(std::string("00000040dabe") + golden::kEthernet);
  EXPECT_EQ(parse_management(packet).error(), ParseError::kNotManagement);
  std::vector<std::uint8_t> empty;
  append_header(empty, kManagementControl, {}, 0);
  EXPECT_EQ(parse_management(empty).error(), ParseError::kBadLength);
}

}  // namespace
}  // namespace docsis_vp::docsis::management_test
