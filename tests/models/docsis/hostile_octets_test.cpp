// Arbitrary octets: every parser returns, and the results that it accepts are consistent.
#include <gtest/gtest.h>

#include "models/docsis/crc.h"
#include "models/docsis/mac_header.h"
#include "models/docsis/management.h"
#include "models/docsis/map.h"
#include "models/docsis/segment_header.h"
#include "platform/base/random.h"
#include "tests/models/docsis/golden.h"
#include "tests/models/docsis/hex.h"

namespace docsis_vp::docsis::hostile_octets_test {
namespace {

void expect_consistent(const Map& map) {
  ASSERT_GE(map.elements.size(), 2U);
  ASSERT_LE(map.elements.size(), max_elements(map.version));
  std::uint32_t at = map.elements.front().offset;
  for (const MapElement& element : map.elements) {
    ASSERT_EQ(element.offset, at);
    at += element.length;
    ASSERT_LE(at, kMaxMapOffset);
  }
}

// All parsers; a copy of exact size, so that a sanitiser sees any read beyond.
void parse_everything(const std::vector<std::uint8_t>& octets, Map& map) {
  // NOLINTNEXTLINE(performance-unnecessary-copy-initialization)
  const std::vector<std::uint8_t> exact(octets);
  if (const auto header = parse_mac_header(exact)) {
    ASSERT_LE(header->header_bytes, exact.size());
    ASSERT_LE(header->extended_header.size, kMaxExtendedHeaderBytes);
  }
  if (const auto message = parse_management(exact)) {
    ASSERT_LE(message->body.size + kManagementOverheadBytes, exact.size());
  }
  if (!parse_map(exact, map)) {
    expect_consistent(map);
  }
  parse_segment_header(exact);
  mac_header_size(exact);
}

// Makes the check sequences right again, so that damage reaches the fields behind them.
void repair(std::vector<std::uint8_t>& octets) {
  if (octets.size() < 10) return;
  const OctetView all(octets);
  const std::uint16_t hcs = crc16_x25(all.first(4));
  const std::uint32_t crc = crc32(all.from(6).first(octets.size() - 10));
  octets[4] = static_cast<std::uint8_t>(hcs);
  octets[5] = static_cast<std::uint8_t>(hcs >> 8);
  for (std::size_t i = 0; i < 4; ++i) {
    octets[octets.size() - 4 + i] = static_cast<std::uint8_t>(crc >> (8 * i));
  }
}

const std::vector<const char*> kSeeds = {golden::kMapV1, golden::kMapV5,          golden::kProbeMap,
                                         golden::kSync,  golden::kRangingRequest, golden::kUcd51};

TEST(HostileOctets, RandomOctets) {
  RandomStream random(1, "test/hostile/random");
  Map map;
  for (int i = 0; i < 50'000; ++i) {
    std::vector<std::uint8_t> octets(random.below(120));
    for (auto& octet : octets) {
      octet = static_cast<std::uint8_t>(random.next_u32());
    }
    ASSERT_NO_FATAL_FAILURE(parse_everything(octets, map));
  }
}

TEST(HostileOctets, EveryTruncation) {
  Map map;
  for (const char* seed : kSeeds) {
    auto octets = from_hex(seed);
    while (!octets.empty()) {
      octets.pop_back();
      EXPECT_NE(parse_map(octets, map), std::nullopt);
      ASSERT_NO_FATAL_FAILURE(parse_everything(octets, map));
      auto repaired = octets;
      repair(repaired);
      ASSERT_NO_FATAL_FAILURE(parse_everything(repaired, map));
    }
  }
}

TEST(HostileOctets, BitsFlippedWithAndWithoutValidCheckSequences) {
  RandomStream random(1, "test/hostile/bits");
  Map map;
  int accepted = 0;
  for (int i = 0; i < 100'000; ++i) {
    auto octets = from_hex(kSeeds[random.below(kSeeds.size())]);
    for (std::uint64_t flips = 1 + random.below(4); flips > 0; --flips) {
      const std::uint64_t bit = random.below(octets.size() * 8);
      octets[bit / 8] = static_cast<std::uint8_t>(octets[bit / 8] ^ 1U << bit % 8);
    }
    if (random.below(4) != 0) {
      repair(octets);
    }
    ASSERT_NO_FATAL_FAILURE(parse_everything(octets, map));
    accepted += parse_map(octets, map) ? 0 : 1;
  }
  EXPECT_GT(accepted, 1'000);  // the damage did reach the elements
}

}  // namespace
}  // namespace docsis_vp::docsis::hostile_octets_test
