// Two queues in a row: when packets go from the first to the second, and what becomes of them
// where it is full.
#include "models/cm/transmit_queue/transmit_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "models/cm/queue_memory/queue_memory_config.h"
#include "platform/base/errors.h"
#include "platform/base/random.h"
#include "tests/models/cm/support/transmit_queue_bench.h"

namespace docsis_vp::cm::transmit_queue_test {
namespace {

using Bench = TransmitQueueBench;

// 20 Mbit/s while the burst of 10 000 bytes lasts, then 5 Mbit/s: the first from a full bucket of
// 1522, the second 1478 bytes later.
TEST(TransmitQueue, PacketsGoOverWhenBothBucketsHoldThem) {
  Bench bench({5'000'000, 10'000, 20'000'000});
  for (int i = 0; i < 12; ++i) bench.offer(1'500, 0);
  bench.run(kPsPerSecond);
  const double us[] = {0,      591.2,  1191.2, 1791.2, 2391.2, 2991.2,
                       3591.2, 4191.2, 5600,   8000,   10400,  12800};
  ASSERT_EQ(bench.over.size(), std::size(us));
  for (std::size_t i = 0; i < std::size(us); ++i) {
    EXPECT_EQ(bench.over[i], static_cast<TimePs>(us[i] * 1e6)) << i;
  }
  EXPECT_EQ(bench.shaper.delayed_packets(0), 11U);
  bench.offer(1'500, 2 * kPsPerSecond);
  EXPECT_EQ(bench.shaper.delayed_packets(0), 11U);
  bench.pull(1);
  EXPECT_EQ(bench.shaper.eligible_bytes(0, bench.now), 12U * 1'500);
  EXPECT_EQ(bench.shaper.unreleased_bytes(0, bench.now), 0U);
}

// The integrated shaper releases byte by byte: its last byte of a packet at the same instant.
TEST(TransmitQueue, ReleasesAPacketWhenTheByteShaperHasReleasedItsLastByte) {
  RandomStream random(7, "packets");
  const ShaperConfig rates{5'000'000, 30'000, 20'000'000};
  Bench bench(rates, {1'000'000, false});
  ReleaseProcess bytes(rates);
  TimePs at = 0;
  for (int i = 0; i < 3'000; ++i) {
    at += random.below(40) == 0 ? static_cast<TimePs>(random.below(400)) * kPsPerMs
                                : static_cast<TimePs>(random.below(3'000)) * kPsPerUs;
    const auto size = static_cast<std::uint32_t>(random.between(64, 1'518));
    bench.offer(size, at);
    bytes.write(size, at);
    bench.run(at);
    if (random.below(10) == 0) {
      const std::uint64_t eligible = bench.shaper.eligible_bytes(0, at);
      ASSERT_LE(eligible, bytes.eligible(at));
      ASSERT_GT(eligible + 1'518, bytes.eligible(at));
    }
  }
  bench.run(100 * at);
  ASSERT_EQ(bench.over.size(), 3'000U);
  std::uint64_t last_byte = 0;
  for (std::size_t i = 0; i < bench.over.size(); ++i) {
    last_byte += bench.memory.stream(0).fifo()[i].packet->size_bytes;
    ASSERT_EQ(bench.over[i], bytes.release_instant(last_byte)) << i;
  }
}

TEST(TransmitQueue, FullItDropsWhatComesAndTheTokensAreSpent) {
  Bench bench({8'000'000, 100'000, 0});
  for (int i = 0; i < 40; ++i) bench.offer(1'500, 0);
  EXPECT_EQ(bench.queue.packets(), 32U);
  EXPECT_EQ(bench.queue.counters().drops.packets, 8U);
  EXPECT_EQ(bench.queue.counters().drops.bytes, 12'000U);
  ASSERT_EQ(bench.drops.seen.size(), 8U);
  EXPECT_EQ(bench.drops.seen.front(), std::make_pair(std::uint64_t{32}, TimePs{0}));
  EXPECT_EQ(bench.shaper.sustained_tokens(0, 0), 100'000U - 40 * 1'500);
  EXPECT_EQ(bench.memory.depth_bytes(0, 0), 32U * 1'500);
  EXPECT_EQ(bench.queue.counters().peak_packets, 32U);
  bench.pull(3);
  for (int i = 0; i < 4; ++i) bench.offer(1'500, 0);
  EXPECT_EQ(bench.queue.packets(), 32U);
  EXPECT_EQ(bench.queue.counters().drops.packets, 9U);
}

TEST(TransmitQueue, BackPressureHoldsPacketsAndTokens) {
  Bench bench({8'000'000, 100'000, 0}, {32, true});
  for (int i = 0; i < 40; ++i) bench.offer(1'500, 0);
  EXPECT_EQ(bench.queue.packets(), 32U);
  EXPECT_EQ(bench.shaper.unreleased_bytes(0, 0), 8U * 1'500);
  EXPECT_EQ(bench.shaper.sustained_tokens(0, 0), 100'000U - 32 * 1'500);
  bench.pull(3);
  EXPECT_EQ(bench.queue.packets(), 32U);
  EXPECT_EQ(bench.shaper.sustained_tokens(0, 0), 100'000U - 35 * 1'500);
  EXPECT_EQ(bench.queue.counters().drops.packets, 0U);
  EXPECT_TRUE(bench.drops.seen.empty());
}

// While it is held back a flow saves up no more than its buckets hold: after a second, one packet
// goes at once, the next 1478 bytes later.
TEST(TransmitQueue, BackPressureSavesUpNoPeakRate) {
  Bench bench({0, 3'044, 12'000'000}, {4, true});
  for (int i = 0; i < 10; ++i) bench.offer(1'500, 0);
  bench.run(kPsPerSecond);
  ASSERT_EQ(bench.over.size(), 4U);
  bench.pull(3);
  bench.run(2 * kPsPerSecond);
  ASSERT_EQ(bench.over.size(), 7U);
  EXPECT_EQ(bench.over[4], kPsPerSecond);
  EXPECT_EQ(bench.over[5], kPsPerSecond + 985'333'334);
  EXPECT_EQ(bench.over[6], kPsPerSecond + 1'985'333'334);
}

// Two packets a millisecond apart at 12 Mbit/s. Held, the second is judged when the first goes, and
// no longer counts; else when its tokens are there.
TEST(TransmitQueue, HoldsTheNextPacketPastTheLaw) {
  for (const bool holds_next : {false, true}) {
    Bench bench({0, 1'522, 12'000'000}, {32, false, holds_next});
    bench.law.judges = true;
    bench.offer(1'500, 0);
    bench.offer(1'500, 0);
    bench.offer(1'500, 0);
    bench.run(kPsPerUs);
    EXPECT_EQ(bench.law.waits_us.size(), holds_next ? 2U : 1U);
    EXPECT_EQ(bench.shaper.unreleased_packets(0), holds_next ? 1U : 2U);
    EXPECT_EQ(bench.shaper.unreleased_bytes(0, bench.now), holds_next ? 1'500U : 3'000U);
    EXPECT_EQ(bench.queue.shaping_packets(), holds_next ? 1U : 2U);
    bench.run(kPsPerSecond);
    const double us[] = {0, 985.333334, 1985.333334};
    ASSERT_EQ(bench.over.size(), std::size(us));
    for (std::size_t i = 0; i < std::size(us); ++i) {
      EXPECT_NEAR(static_cast<double>(bench.over[i]), us[i] * 1e6, 1e6) << i;
    }
    EXPECT_EQ(bench.law.waits_us,
              (holds_next ? std::vector<TimePs>{0, 0, 985} : std::vector<TimePs>{0, 985, 1'985}));
  }
}

// Queue and link of ns-2, where the link has buckets and no bandwidth. The link takes a packet as
// soon as it is free, and is free again when the buckets hold that packet. Where they do so
// already, that event comes behind those of the instant.
class LinkOfNs2 {
 public:
  explicit LinkOfNs2(const docsis::PacketShaperConfig& rates) : buckets_(rates) {}

  void run(TimePs until) {
    while (busy_ && free_at_ <= until) {
      buckets_.take(sending_, free_at_);
      over.push_back(free_at_);
      busy_ = false;
      start(free_at_);
    }
  }
  bool arrive(std::uint32_t bytes, TimePs at, std::size_t limit) {
    if (waiting_.size() + 1 >= limit) return false;  // DropTail
    waiting_.push_back(bytes);
    start(at);
    return true;
  }

  std::vector<TimePs> over;

 private:
  void start(TimePs at) {
    if (busy_ || waiting_.empty()) return;
    sending_ = waiting_.front();
    waiting_.pop_front();
    busy_ = true;
    free_at_ = buckets_.ready(sending_, at);
  }

  docsis::PacketShaper buckets_;
  std::deque<std::uint32_t> waiting_;
  bool busy_ = false;
  std::uint32_t sending_ = 0;
  TimePs free_at_ = 0;
};

TEST(TransmitQueue, HoldingLosesAndPassesWhatQueueAndLinkOfNs2Do) {
  constexpr unsigned kLimit = 21;
  RandomStream random(11, "packets");
  Bench bench({5'000'000, 30'000, 20'000'000}, {1'000'000, false, true});
  LinkOfNs2 link({5'000'000, 30'000, 20'000'000});
  TimePs at = 0;
  unsigned lost = 0;
  for (int burst = 0; burst < 400; ++burst) {
    at += static_cast<TimePs>(random.below(20'000)) * kPsPerUs + 1 + random.below(1'000);
    const std::uint64_t packets = random.between(1, 30);
    const TimePs apart = random.below(2) == 0 ? 0 : random.between(1, 1'000'000'000);
    const auto bytes = static_cast<std::uint32_t>(random.between(40, 1'518));
    for (std::uint64_t i = 0; i < packets; ++i, at += apart) {
      if (apart > 0 || i == 0) link.run(at);
      const bool taken = link.arrive(bytes, at, kLimit);
      ASSERT_EQ(bench.offer_to_tail(bytes, at, kLimit - 1), taken) << burst << ' ' << i;
      lost += taken ? 0 : 1;
    }
  }
  link.run(100 * at);
  bench.run(100 * at);
  EXPECT_EQ(bench.over, link.over);
  EXPECT_GT(lost, 100U);
  EXPECT_GT(link.over.size(), 1'000U);
}

// A page's 24 SYNs before full buckets. At one instant the first is sent, 20 wait and 3 are lost.
// Through a line of 1 Gbit/s none waits: each has gone before the next one is there.
TEST(TransmitQueue, HoldingEndsWithTheInstantWhereTheBucketsHoldThePacket) {
  const ShaperConfig rates{5'000'000, 10'000'000, 20'000'000};
  for (const TimePs apart : {TimePs{0}, TimePs{1}, 672 * kPsPerNs}) {
    Bench bench(rates, {32, false, true});
    unsigned lost = 0;
    for (unsigned i = 0; i < 24; ++i) {
      lost += bench.offer_to_tail(50, kPsPerSecond + i * apart, 20) ? 0 : 1;
      EXPECT_EQ(bench.shaper.unreleased_packets(0), apart > 0 ? 0U : std::min(i, 20U)) << i;
    }
    bench.run(2 * kPsPerSecond);
    EXPECT_EQ(lost, apart > 0 ? 0U : 3U);
    ASSERT_EQ(bench.over.size(), 24U - lost);
    for (std::size_t i = 0; i < bench.over.size(); ++i) {
      EXPECT_EQ(bench.over[i], kPsPerSecond + static_cast<TimePs>(i) * apart);
    }
  }
}

// Buckets full, three at once: held, the first is on its way until whatever comes with it is there.
TEST(TransmitQueue, HoldingTakesThePacketsOfAnInstantWhenAllAreThere) {
  for (const bool holds_next : {false, true}) {
    Bench bench({8'000'000, 100'000, 0}, {32, false, holds_next});
    for (int i = 0; i < 3; ++i) bench.offer_at_once(1'500);
    EXPECT_EQ(bench.shaper.unreleased_packets(0), holds_next ? 2U : 0U);
    bench.run(0);
    EXPECT_EQ(bench.shaper.unreleased_packets(0), 0U);
    EXPECT_EQ(bench.over.size(), 3U);
  }
}

TEST(TransmitQueue, WhatTheLawDropsIsNotHeld) {
  Bench bench({0, 1'522, 12'000'000}, {32, false, true});
  bench.law.judges = true;
  bench.law.doomed = {1, 2};
  for (int i = 0; i < 4; ++i) bench.offer(1'500, 0);
  bench.run(kPsPerSecond);
  EXPECT_EQ(bench.over.size(), 2U);
  EXPECT_EQ(bench.law.waits_us, (std::vector<TimePs>{0, 0, 0, 0}));
  EXPECT_EQ(bench.memory.counters(0).dropped_packets, 2U);
}

TEST(TransmitQueue, APacketThatTheLawDropsTakesNoTokens) {
  Bench bench({8'000'000, 100'000, 0});
  bench.law.judges = true;
  bench.law.doomed = {1, 2, 5};
  for (int i = 0; i < 8; ++i) bench.offer(1'000, 0);
  EXPECT_EQ(bench.queue.packets(), 5U);
  EXPECT_EQ(bench.shaper.sustained_tokens(0, 0), 95'000U);
  EXPECT_EQ(bench.memory.counters(0).dropped_packets, 3U);
  EXPECT_EQ(bench.queue.counters().drops.packets, 0U);
}

// At a byte per us with 1522 in the bucket, packet n goes over at n - 0.522 ms. Packet 0 is pulled
// at 5.4 ms, so that what the law hears of those behind it may count 5.4 ms more.
TEST(TransmitQueue, TheLawHearsOfOneQueueOrBoth) {
  struct {
    Sojourn sojourn;
    std::vector<TimePs> waits_us;
  } const cases[] = {{Sojourn::kShaper, {0, 478, 1478, 2478, 3478, 4478, 5478, 6478}},
                     {Sojourn::kWhole, {0, 478, 1478, 2478, 3478, 4478, 10878, 11878}}};
  for (const auto& c : cases) {
    Bench bench({8'000'000, 1'522, 0}, {}, c.sojourn);
    bench.law.judges = true;
    for (int i = 0; i < 8; ++i) bench.offer(1'000, 0);
    bench.run(5'400 * kPsPerUs);
    bench.pull(1);
    bench.run(kPsPerSecond);
    EXPECT_EQ(bench.law.waits_us, c.waits_us);
    EXPECT_EQ(bench.queue.counters().waiting_ps.max(), 5'400'000'000U);
    EXPECT_EQ(bench.queue.counters().shaping_ps.max(), 0U);
  }
}

TEST(TransmitQueue, NeedsRoomForAPacket) {
  EXPECT_THROW(Bench({8'000'000, 3'044, 0}, {0, false}), ConfigError);
}

}  // namespace
}  // namespace docsis_vp::cm::transmit_queue_test
