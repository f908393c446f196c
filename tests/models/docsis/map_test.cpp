#include "models/docsis/map.h"

#include <gtest/gtest.h>

#include "models/docsis/management.h"
#include "models/docsis/management_octets.h"
#include "platform/base/random.h"
#include "tests/models/docsis/golden.h"
#include "tests/models/docsis/hex.h"

namespace docsis_vp::docsis::map_test {
namespace {

struct Interval {
  unsigned sid, iuc, offset, length;
};

std::vector<Interval> intervals(const Map& map) {
  std::vector<Interval> all;
  for (const MapElement& element : map.elements) {
    all.push_back({element.sid, element.iuc, element.offset, element.length});
  }
  return all;
}
bool operator==(const Interval& a, const Interval& b) {
  return a.sid == b.sid && a.iuc == b.iuc && a.offset == b.offset && a.length == b.length;
}

const std::vector<Interval> kGoldenIntervals = {
    {0x3FFF, kIucRequest, 0, 8},           {0x123, kIucAdvancedShortData, 8, 14},
    {0x124, kIucAdvancedLongData, 22, 60}, {0, kIucNull, 82, 0},
    {0x125, kIucAdvancedShortData, 82, 0}, {0x126, kIucDataAck, 82, 0},
};

TEST(Map, ReadsAndRewritesBothVersions) {
  for (const char* golden : {golden::kMapV1, golden::kMapV5}) {
    SCOPED_TRACE(golden);
    Map map;
    ASSERT_EQ(parse_map(from_hex(golden), map), std::nullopt);
    EXPECT_EQ(map.version, golden == golden::kMapV1 ? 1 : 5);
    EXPECT_EQ(map.channel_id, 1);
    EXPECT_EQ(map.ucd_count, 5);
    EXPECT_EQ(map.allocation_start, 0x10000U);
    EXPECT_EQ(map.ack_time, 0xFF00U);
    EXPECT_EQ(map.ranging_backoff_start, 0);
    EXPECT_EQ(map.ranging_backoff_end, 4);
    EXPECT_EQ(map.data_backoff_start, 3);
    EXPECT_EQ(map.data_backoff_end, 8);
    EXPECT_TRUE(intervals(map) == kGoldenIntervals);
    std::vector<std::uint8_t> octets;
    append_map(octets, map);
    EXPECT_EQ(to_hex(octets), golden);
    EXPECT_EQ(octets.size(), map_frame_bytes(map.elements.size()));
  }
}

// Any MAP, sound or not: what a frame shares decoded is what a reader finds in its octets.
TEST(Map, SharedIsWhatItsOctetsSay) {
  RandomStream random(7, "maps");
  unsigned shared = 0;
  ManagementFrame frame;
  for (int i = 0; i < 5000; ++i) {
    Map map;
    constexpr std::uint8_t kVersions[] = {1, 5, 1, 5, 1, 5, 1, 5, 1, 2};
    map.version = kVersions[random.below(10)];
    map.channel_id = static_cast<std::uint8_t>(random.below(256));
    map.allocation_start = static_cast<std::uint32_t>(random.below(UINT32_MAX));
    map.data_backoff_end = static_cast<std::uint8_t>(random.below(16));
    std::uint32_t offset = 0;
    const auto count = random.below(12);
    const auto null = random.below(count + 1);
    for (std::uint64_t at = 0; at < count; ++at) {
      // Now and then out of range, out of order, or without its Null.
      offset +=
          at <= null || random.below(8) == 0 ? static_cast<std::uint32_t>(random.below(40)) : 0;
      map.elements.push_back(
          {static_cast<std::uint16_t>(random.below(random.below(90) == 0 ? 0x10000 : 0x4000)),
           at == null ? std::uint8_t{kIucNull} : std::uint8_t{kIucAdvancedLongData},
           static_cast<std::uint16_t>(offset), static_cast<std::uint16_t>(random.below(9))});
    }
    std::vector<std::uint8_t> octets;
    append_map(octets, map);
    frame.exchange(map);
    EXPECT_EQ(frame.size(), octets.size());
    EXPECT_EQ(frame.octets(), octets);
    if (frame.map() == nullptr) continue;
    ++shared;
    Map read;
    ASSERT_EQ(parse_map(octets, read), std::nullopt);
    EXPECT_TRUE(read == *frame.map());
  }
  EXPECT_GT(shared, 1000U);
  EXPECT_LT(shared, 4500U);
}

TEST(Map, OtherMessagesAreTold) {
  Map map;
  EXPECT_EQ(parse_map(from_hex(golden::kProbeMap), map), ParseError::kProbeMap);
  EXPECT_EQ(parse_map(from_hex(golden::kSync), map), ParseError::kNotAMap);
  EXPECT_EQ(parse_map(from_hex(golden::kUcd51), map), ParseError::kNotAMap);
}

std::optional<ParseError> round_trip(Map& map) {
  std::vector<std::uint8_t> octets;
  append_map(octets, map);
  return parse_map(octets, map);
}

MapElement element(unsigned sid, unsigned iuc, unsigned offset) {
  MapElement made;
  made.sid = static_cast<std::uint16_t>(sid);
  made.iuc = static_cast<std::uint8_t>(iuc);
  made.offset = static_cast<std::uint16_t>(offset);
  return made;
}

TEST(Map, AcceptsAZeroLengthGrantAnywhere) {
  Map map;
  map.elements = {element(7, 10, 0), element(8, 10, 0),        element(9, 10, 5), element(8, 10, 9),
                  element(8, 10, 9), element(0, kIucNull, 20), element(6, 10, 20)};
  ASSERT_EQ(round_trip(map), std::nullopt);
  const std::vector<Interval> expected = {{7, 10, 0, 0}, {8, 10, 0, 5},  {9, 10, 5, 4},
                                          {8, 10, 9, 0}, {8, 10, 9, 11}, {0, kIucNull, 20, 0},
                                          {6, 10, 20, 0}};
  EXPECT_TRUE(intervals(map) == expected);
}

TEST(Map, ElementsOutOfOrderAreTold) {
  struct {
    const char* what;
    std::vector<MapElement> elements;
    ParseError error;
  } const cases[] = {
      {"backwards",
       {element(1, 10, 8), element(2, 10, 4), element(0, 7, 9)},
       ParseError::kBadElementOrder},
      {"an interval after the Null",
       {element(1, 10, 0), element(0, 7, 9), element(2, 10, 10)},
       ParseError::kBadElementOrder},
      {"two Nulls",
       {element(1, 10, 0), element(0, 7, 9), element(0, 7, 9)},
       ParseError::kBadElementOrder},
      {"no Null", {element(1, 10, 0), element(2, 10, 9)}, ParseError::kNoNullElement},
      {"one element", {element(0, 7, 0)}, ParseError::kTooFewElements},
      {"none", {}, ParseError::kTooFewElements},
  };
  for (const auto& item : cases) {
    Map map;
    map.elements = item.elements;
    EXPECT_EQ(round_trip(map), item.error) << item.what;
  }
}

TEST(Map, CountsItsElements) {
  for (const unsigned version : {1U, 5U}) {
    Map map;
    map.version = static_cast<std::uint8_t>(version);
    map.elements.assign(max_elements(version) - 1, element(1, 10, 3));
    map.elements.push_back(element(0, kIucNull, 3));
    EXPECT_EQ(round_trip(map), std::nullopt);
    EXPECT_EQ(map.elements.size(), max_elements(version));
    map.elements.insert(map.elements.begin(), element(1, 10, 3));
    EXPECT_EQ(round_trip(map), ParseError::kTooManyElements) << version;
  }
}

TEST(Map, BodyAndCountMustAgree) {
  for (const int more : {-1, 1}) {
    auto octets = from_hex(golden::kMapV1);
    const auto message = parse_management(octets);
    std::vector<std::uint8_t> body(message->body.data, message->body.data + message->body.size);
    body[2] = static_cast<std::uint8_t>(body[2] + more);
    std::vector<std::uint8_t> rewritten;
    ManagementWriter writer(rewritten, *message);
    rewritten.insert(rewritten.end(), body.begin(), body.end());
    writer.finish();
    Map map;
    EXPECT_EQ(parse_map(rewritten, map),
              more > 0 ? ParseError::kTruncated : ParseError::kBadLength);
  }
}

TEST(Map, SurvivesTheRoundTripWithoutAllocating) {
  RandomStream random(1, "test/map");
  Map read;
  read.elements.reserve(kMaxElementsV5);
  const MapElement* const storage = read.elements.data();
  std::vector<std::uint8_t> octets;
  for (int i = 0; i < 2'000; ++i) {
    Map sent;
    sent.version = random.below(2) != 0 ? 5 : 1;
    sent.channel_id = static_cast<std::uint8_t>(random.below(256));
    sent.ucd_count = static_cast<std::uint8_t>(random.below(256));
    sent.allocation_start = random.next_u32();
    sent.ack_time = random.next_u32();
    sent.data_backoff_start = static_cast<std::uint8_t>(random.below(16));
    sent.data_backoff_end = static_cast<std::uint8_t>(random.below(16));
    const std::uint64_t count = 1 + random.below(max_elements(sent.version) - 1);
    unsigned offset = 0;
    for (std::uint64_t k = 0; k < count; ++k) {
      const auto length = static_cast<unsigned>(random.below(30));
      MapElement grant = element(static_cast<unsigned>(1 + random.below(0x3FFF)), 10, offset);
      grant.length = static_cast<std::uint16_t>(length);
      sent.elements.push_back(grant);
      offset += length;
    }
    sent.elements.push_back(element(0, kIucNull, offset));
    octets.clear();
    append_map(octets, sent);
    ASSERT_EQ(parse_map(octets, read), std::nullopt);
    ASSERT_TRUE(intervals(read) == intervals(sent));
    ASSERT_EQ(read.allocation_start, sent.allocation_start);
    ASSERT_EQ(read.ack_time, sent.ack_time);
    ASSERT_EQ(read.data_backoff_end, sent.data_backoff_end);
    ASSERT_EQ(read.elements.data(), storage);
  }
}

}  // namespace
}  // namespace docsis_vp::docsis::map_test
