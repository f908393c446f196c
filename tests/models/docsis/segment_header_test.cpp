#include "models/docsis/segment_header.h"

#include <gtest/gtest.h>

#include "platform/base/random.h"
#include "tests/models/docsis/hex.h"

namespace docsis_vp::docsis::segment_header_test {
namespace {

struct GoldenSegment {
  const char* hex;
  SegmentHeader header;
};

constexpr GoldenSegment kSegments[] = {
    {"80000029012cbe9f", {true, 0, 5, 1, 300}},
    {"802800310000ee14", {true, 40, 6, 1, 0}},
    {"0000003900003fed", {false, 0, 7, 1, 0}},
};

bool same(const SegmentHeader& a, const SegmentHeader& b) {
  return a.pointer_valid == b.pointer_valid && a.pointer == b.pointer && a.sequence == b.sequence &&
         a.cluster == b.cluster && a.request == b.request;
}

TEST(SegmentHeader, ReadsAndWritesTheOctetsThatTsharkAccepts) {
  for (const GoldenSegment& golden : kSegments) {
    const auto header = parse_segment_header(from_hex(golden.hex));
    ASSERT_TRUE(header) << golden.hex;
    EXPECT_TRUE(same(*header, golden.header)) << golden.hex;
    std::vector<std::uint8_t> octets;
    append_segment_header(octets, golden.header);
    EXPECT_EQ(to_hex(octets), golden.hex);
  }
}

TEST(SegmentHeader, SurvivesTheRoundTrip) {
  RandomStream random(1, "test/segment");
  std::vector<std::uint8_t> octets;
  for (int i = 0; i < 20'000; ++i) {
    SegmentHeader sent;
    sent.pointer_valid = random.below(2) != 0;
    sent.pointer = static_cast<std::uint16_t>(random.below(1 << 14));
    sent.sequence = static_cast<std::uint16_t>(random.below(kSegmentSequences));
    sent.cluster = static_cast<std::uint8_t>(random.below(8));
    sent.request = static_cast<std::uint16_t>(random.below(1 << 16));
    octets.clear();
    append_segment_header(octets, sent);
    ASSERT_EQ(octets.size(), kSegmentHeaderBytes);
    const auto read = parse_segment_header(octets);
    ASSERT_TRUE(read);
    ASSERT_TRUE(same(*read, sent));
  }
}

TEST(SegmentHeader, DamageIsNamed) {
  const auto octets = from_hex(kSegments[0].hex);
  for (std::size_t length = 0; length < octets.size(); ++length) {
    EXPECT_EQ(parse_segment_header(OctetView(octets).first(length)).error(),
              ParseError::kTruncated);
  }
  auto flipped = octets;
  flipped[5] ^= 1;
  EXPECT_EQ(parse_segment_header(flipped).error(), ParseError::kBadHcs);
  // The reserved bit, under a valid check sequence.
  EXPECT_EQ(parse_segment_header(from_hex("4000000000005ef5")).error(), ParseError::kReservedField);
}

TEST(SegmentHeader, SequenceNumbersCompareOverTheWrap) {
  EXPECT_EQ(sequence_distance(5, 6), 1);
  EXPECT_EQ(sequence_distance(8191, 0), 1);
  EXPECT_EQ(sequence_distance(0, 8191), -1);
  EXPECT_EQ(sequence_distance(100, 100 + 4095), 4095);
  EXPECT_EQ(sequence_distance(100, 100 + 4096), -4096);
}

}  // namespace
}  // namespace docsis_vp::docsis::segment_header_test
