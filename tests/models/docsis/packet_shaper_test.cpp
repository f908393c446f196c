#include "models/docsis/packet_shaper.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "platform/base/errors.h"
#include "platform/base/random.h"

namespace docsis_vp::docsis::packet_shaper_test {
namespace {

struct Sent {
  TimePs at;
  std::uint32_t bytes;
};

// Packets in a row, each as early as the shaper lets it, but not before it is there.
std::vector<Sent> send_all(const PacketShaperConfig& config, const std::vector<Sent>& offered) {
  PacketShaper shaper(config);
  std::vector<Sent> sent;
  TimePs now = 0;
  for (const Sent& packet : offered) {
    now = shaper.ready(packet.bytes, std::max(now, packet.at));
    EXPECT_EQ(shaper.ready(packet.bytes, now), now);
    shaper.take(packet.bytes, now);
    sent.push_back({now, packet.bytes});
  }
  return sent;
}

TEST(PacketShaper, LetsTheBurstGoAtThePeakRate) {
  // 8 Mbit/s is a byte per us, 80 Mbit/s ten.
  const auto sent = send_all({8'000'000, 5'000, 80'000'000}, std::vector<Sent>(6, {0, 1'000}));
  // The peak bucket holds 1522: the second packet lacks 478 bytes, 47.8 us.
  EXPECT_EQ(sent[0].at, 0);
  EXPECT_EQ(sent[1].at, 47'800'000);
  EXPECT_EQ(sent[2].at, 147'800'000);
  EXPECT_EQ(sent[3].at, 247'800'000);
  // 5000 bytes and 347.8 that came meanwhile are enough for the fifth, not for the sixth.
  EXPECT_EQ(sent[4].at, 347'800'000);
  EXPECT_EQ(sent[5].at, 1'000'000'000);
}

TEST(PacketShaper, ASmallBucketHoldsTwoPackets) {
  // Clemson 2015: 12 Mbit/s, 3044 bytes.
  const auto sent = send_all({12'000'000, 3'044, 0}, std::vector<Sent>(4, {0, 1'522}));
  const TimePs packet = 1'522 * 8 * (kPsPerSecond / 12'000'000) + 1'522 * 8 * 1 / 3;
  EXPECT_EQ(sent[1].at, 0);
  EXPECT_NEAR(static_cast<double>(sent[2].at), static_cast<double>(packet), 5000);
  EXPECT_NEAR(static_cast<double>(sent[3].at), 2.0 * static_cast<double>(packet), 10000);
}

// Told at its arrival, for a burst at the peak rate and then at the sustained one, and for pauses.
TEST(PacketShaper, ForetellsWhenAPacketLeaves) {
  RandomStream random(1, "test/packet_shaper/foretell");
  const PacketShaperConfig config{8'000'000, 9'000, 24'000'000};
  std::vector<Sent> offered;
  TimePs at = 0;
  for (int i = 0; i < 3'000; ++i) {
    at += static_cast<TimePs>(random.below(i % 300 < 200 ? 1'500 : 600)) * kPsPerUs;
    offered.push_back({at, static_cast<std::uint32_t>(random.between(64, 1'522))});
  }
  const std::vector<Sent> sent = send_all(config, offered);
  PacketShaper shaper(config);
  std::size_t head = 0;
  std::uint64_t queued = 0;
  int waited = 0;
  for (std::size_t i = 0; i < offered.size(); ++i) {
    for (; head < i && sent[head].at <= offered[i].at; ++head) {
      shaper.take(sent[head].bytes, sent[head].at);
      queued -= sent[head].bytes;
    }
    queued += offered[i].bytes;
    ASSERT_EQ(shaper.drained(queued, offered[i].at), sent[i].at) << i;
    waited += sent[i].at > offered[i].at ? 1 : 0;
  }
  EXPECT_GT(waited, 500);
}

TEST(PacketShaper, WithoutRatesNothingWaits) {
  for (const Sent& packet : send_all({}, std::vector<Sent>(100, {7, 1'522}))) {
    EXPECT_EQ(packet.at, 7);
  }
}

TEST(PacketShaper, APacketLongerThanTheBucketLeavesADebt) {
  const auto sent = send_all({8'000'000, 1'522, 0}, {{0, 2'000}, {0, 1'000}});
  EXPECT_EQ(sent[0].at, 0);
  EXPECT_EQ(sent[1].at, (2'000 - 1'522 + 1'000) * kPsPerUs);
}

// RFC 8034 sec. 3, over every pair of packets: what left from the first to the second is within
// both lines. Rates and sizes are such that no rate divides a byte's time evenly.
TEST(PacketShaper, KeepsBothInequalitiesOverEveryInterval) {
  RandomStream random(1, "packet_shaper_test");
  for (int run = 0; run < 40; ++run) {
    const std::uint64_t rate = 100'000 + random.below(50'000'000);
    const PacketShaperConfig config{rate, 1'522 + random.below(60'000),
                                    random.below(3) == 0 ? 0 : rate / 2 + random.below(3 * rate)};
    std::vector<Sent> offered;
    TimePs at = 0;
    for (int i = 0; i < 300; ++i) {
      at += random.below(20) == 0 ? static_cast<TimePs>(random.below(80 * kPsPerMs)) : 0;
      offered.push_back({at, 64 + static_cast<std::uint32_t>(random.below(1'459))});
    }
    const auto sent = send_all(config, offered);
    for (std::size_t first = 0; first < sent.size(); ++first) {
      __extension__ using Wide = __int128;
      Wide bytes = 0;
      for (std::size_t last = first; last < sent.size(); ++last) {
        bytes += sent[last].bytes;
        const Wide units = bytes * 8 * kPsPerSecond;
        const Wide span = sent[last].at - sent[first].at;
        const auto line = [&](std::uint64_t bps, std::uint64_t depth) {
          return span * bps + static_cast<Wide>(depth) * 8 * kPsPerSecond;
        };
        ASSERT_TRUE(units <= line(config.max_sustained_rate_bps, config.max_burst_bytes));
        ASSERT_TRUE(config.peak_rate_bps == 0 || units <= line(config.peak_rate_bps, 1'522));
      }
    }
  }
}

// No packet waits longer than the inequalities ask: 1 ps earlier, one of them would be broken.
TEST(PacketShaper, WaitsNoLongerThanItMust) {
  RandomStream random(2, "packet_shaper_test");
  PacketShaper shaper({7'654'321, 9'000, 23'456'789});
  PacketBucket sustained(7'654'321, 9'000);
  PacketBucket peak(23'456'789, 1'522);
  TimePs now = 0;
  for (int i = 0; i < 1'000; ++i) {
    const std::uint64_t bytes = 64 + random.below(1'459);
    const TimePs ready = shaper.ready(static_cast<std::uint32_t>(bytes), now);
    if (ready > now) {
      EXPECT_TRUE(sustained.ready(bytes, ready - 1) == ready ||
                  peak.ready(bytes, ready - 1) == ready);
    }
    now = ready;
    shaper.take(static_cast<std::uint32_t>(bytes), now);
    sustained.take(bytes, now);
    peak.take(bytes, now);
  }
}

TEST(PacketShaper, RefusesWhatCannotBe) {
  EXPECT_THROW(PacketShaper({1'000'000, 1'521, 0}), ConfigError);
  EXPECT_THROW(PacketShaper({2'000'000'000'000, 3'044, 0}), ConfigError);
  EXPECT_THROW(PacketShaper({1'000'000, 3'044, 2'000'000'000'000}), ConfigError);
}

}  // namespace
}  // namespace docsis_vp::docsis::packet_shaper_test
