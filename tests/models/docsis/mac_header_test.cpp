#include "models/docsis/mac_header.h"

#include <gtest/gtest.h>

#include <string>

#include "models/docsis/crc.h"
#include "tests/models/docsis/golden.h"
#include "tests/models/docsis/hex.h"

namespace docsis_vp::docsis::mac_header_test {
namespace {

struct GoldenHeader {
  const char* name;
  const char* hex;
  FrameKind kind;
  std::uint32_t header_bytes;
  std::uint32_t payload_bytes;
  std::uint32_t request;
  std::uint16_t sid;
  std::uint8_t frames;
  std::size_t extended_bytes;
};

constexpr GoldenHeader kHeaders[] = {
    {"pdu", "00000040dabe", FrameKind::kPacket, 6, 64, 0, 0, 0, 0},
    {"request element", "01040044130501231854", FrameKind::kPacket, 10, 64, 0, 0, 0, 4},
    {"BP_UP", "0105004534118123072270", FrameKind::kPacket, 11, 64, 0, 0, 0, 5},
    {"BP_UP2", "0104004473118123c4a7", FrameKind::kPacket, 10, 64, 0, 0, 0, 4},
    {"DS element", "0106004685babcde1234b8cf", FrameKind::kPacket, 12, 64, 0, 0, 0, 6},
    {"request", "c40c0123091a", FrameKind::kRequest, 6, 0, 12, 0x123, 0, 0},
    {"queue-depth request", "c8012c0123426e", FrameKind::kQueueDepthRequest, 7, 0, 300, 0x123, 0,
     0},
    {"fragment", "c706001e351181230723bf2c", FrameKind::kFragment, 12, 24, 0, 0, 0, 6},
    {"concatenation", "f802008cf195", FrameKind::kConcatenation, 6, 140, 0, 0, 2, 0},
    {"isolation", "80000040b493", FrameKind::kIsolation, 6, 64, 0, 0, 0, 0},
    {"SYNC", "c000001cea1d", FrameKind::kTiming, 6, 28, 0, 0, 0, 0},
    {"management", "c200004075bc", FrameKind::kManagement, 6, 64, 0, 0, 0, 0},
};

TEST(MacHeader, ReadsEveryFrameOfTheSpecification) {
  for (const GoldenHeader& golden : kHeaders) {
    SCOPED_TRACE(golden.name);
    const auto octets = from_hex(golden.hex);
    const auto header = parse_mac_header(octets);
    ASSERT_TRUE(header) << to_string(header.error());
    EXPECT_EQ(header->kind, golden.kind);
    EXPECT_EQ(header->header_bytes, golden.header_bytes);
    EXPECT_EQ(header->payload_bytes, golden.payload_bytes);
    EXPECT_EQ(header->request, golden.request);
    EXPECT_EQ(header->sid, golden.sid);
    EXPECT_EQ(header->frames, golden.frames);
    EXPECT_EQ(header->extended_header.size, golden.extended_bytes);
    EXPECT_EQ(mac_header_size(OctetView(octets).first(2)), golden.header_bytes);
  }
}

TEST(MacHeader, WritesTheSameOctets) {
  std::vector<std::uint8_t> octets;
  append_packet_header(octets, 64);
  append_request(octets, 0x123, 12);
  append_queue_depth_request(octets, 0x123, 300);
  append_header(octets, kIsolationControl, {}, 64);
  append_header(octets, kPacketControl, from_hex("73118123"), 64);
  append_header(octets, kFragmentControl, from_hex("351181230723"), 24);
  EXPECT_EQ(to_hex(octets),
            "00000040dabe"
            "c40c0123091a"
            "c8012c0123426e"
            "80000040b493"
            "0104004473118123c4a7"
            "c706001e351181230723bf2c");
}

TEST(MacHeader, CutShortIsTruncatedAtEveryLength) {
  for (const GoldenHeader& golden : kHeaders) {
    const auto octets = from_hex(golden.hex);
    for (std::size_t length = 0; length < octets.size(); ++length) {
      const auto header = parse_mac_header(OctetView(octets).first(length));
      ASSERT_FALSE(header);
      EXPECT_EQ(header.error(), ParseError::kTruncated) << golden.name << " at " << length;
    }
  }
}

TEST(MacHeader, AnyBitFlippedIsNoticed) {
  for (const GoldenHeader& golden : kHeaders) {
    for (std::size_t bit = 0; bit < std::string(golden.hex).size() * 4; ++bit) {
      auto octets = from_hex(golden.hex);
      octets[bit / 8] = static_cast<std::uint8_t>(octets[bit / 8] ^ 1U << bit % 8);
      EXPECT_FALSE(parse_mac_header(octets)) << golden.name << " bit " << bit;
    }
  }
}

TEST(MacHeader, HighByteFirstIsABadHcs) {
  EXPECT_EQ(parse_mac_header(from_hex("00000040beda")).error(), ParseError::kBadHcs);
}

std::vector<std::uint8_t> extended(const char* elements) {
  std::vector<std::uint8_t> octets;
  append_header(octets, kPacketControl, from_hex(elements), 64);
  return octets;
}

TEST(MacHeader, ExtendedElementsMustFillTheirSpaceExactly) {
  struct {
    const char* elements;
    bool good;
  } const cases[] = {
      {"00", true},                // a pad
      {"0000130501230000", true},  // pads around a request
      {"6155", true},              // SF EH upstream
      {"1305", false},             // two octets of the value missing
      {"73118123f2", false},       // the second element cut
  };
  for (const auto& item : cases) {
    const auto header = parse_mac_header(extended(item.elements));
    EXPECT_EQ(static_cast<bool>(header), item.good) << item.elements;
    if (!item.good) {
      EXPECT_EQ(header.error(), ParseError::kBadExtendedHeader);
    }
  }
}

std::vector<std::uint8_t> with_hcs(std::vector<std::uint8_t> header) {
  const std::uint16_t hcs = crc16_x25(header);
  OctetWriter(header, 2).u16_low_first(hcs);
  return header;
}

TEST(MacHeader, FieldsMayNotContradictEachOther) {
  // LEN 3 with 4 octets of extended header.
  EXPECT_EQ(parse_mac_header(with_hcs(from_hex("0104000373118123"))).error(),
            ParseError::kBadLength);
  // More than 240 octets of extended header.
  std::vector<std::uint8_t> long_header = {0x01, 241, 0x01, 0x40};
  long_header.resize(4 + 241);
  EXPECT_EQ(parse_mac_header(with_hcs(long_header)).error(), ParseError::kBadLength);
  // MAC_PARM without an extended header.
  EXPECT_EQ(parse_mac_header(with_hcs(from_hex("00010040"))).error(), ParseError::kReservedField);
  // A request cannot be extended, and 0x40 begins no frame.
  EXPECT_EQ(parse_mac_header(with_hcs(from_hex("c50c0123"))).error(), ParseError::kUnknownFrame);
  EXPECT_EQ(parse_mac_header(with_hcs(from_hex("40000040"))).error(), ParseError::kUnknownFrame);
  EXPECT_EQ(parse_mac_header(from_hex("ffffffffffff")).error(), ParseError::kUnknownFrame);
}

}  // namespace
}  // namespace docsis_vp::docsis::mac_header_test
