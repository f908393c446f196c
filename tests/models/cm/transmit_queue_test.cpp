// Two queues in a row: when packets go from the first to the second, and what becomes of them
// where it is full.
#include "models/cm/transmit_queue/transmit_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "platform/base/errors.h"
#include "platform/base/random.h"
#include "tests/models/cm/support/upstream_fakes.h"

namespace docsis_vp::cm::transmit_queue_test {
namespace {

// Drops the given packets, and records the calls for each.
struct Law : HeadJudge {
  bool judges_heads(unsigned) const override { return judges; }
  bool judges_queue(unsigned) const override { return judges; }
  aqm_queue behind(unsigned, const Packet&, const queue::PacketTally&, TimePs) override {
    return {};
  }
  aqm_verdict judge_head(unsigned, Packet& packet, TimePs accepted, const queue::PacketTally&,
                         TimePs at) override {
    waits_us.push_back((at - accepted) / kPsPerUs);
    return doomed.count(packet.sequence) > 0 ? AQM_DROP : AQM_ACCEPT;
  }
  void departed(unsigned, const Packet&, const Departure&) override {}

  bool judges = false;
  std::set<std::uint64_t> doomed;
  std::vector<TimePs> waits_us;
};

struct Drops : ManagerListener {
  void judged_arrival(unsigned, const Packet&, Judgement, TimePs) override { FAIL(); }
  void judged_queued(unsigned, const Packet& packet, Judgement judgement, TimePs at) override {
    EXPECT_EQ(judgement.verdict, AQM_DROP_FULL);
    EXPECT_EQ(judgement.shortage, queue::Shortage::kPackets);
    seen.emplace_back(packet.sequence, at);
  }
  std::vector<std::pair<std::uint64_t, TimePs>> seen;
};

QueueMemoryConfig one_queue() {
  QueueMemoryConfig config;
  config.flows.resize(1);
  return config;
}

struct Bench : BacklogListener {
  explicit Bench(const ShaperConfig& rates, const TransmitQueueConfig& config = {},
                 Sojourn sojourn = Sojourn::kWhole)
      : memory("memory", one_queue()),
        shaper("shaper",
               {{rates.max_sustained_rate_bps, rates.max_burst_bytes, rates.peak_rate_bps, true}},
               memory),
        queue({0, sojourn, 0}, config, memory, shaper) {
    memory.set_listener(shaper);
    shaper.set_listener(*this);
    queue.connect(law, drops);
  }

  void backlog_grew(unsigned) override { over.push_back(now); }
  void offer(std::uint32_t bytes, TimePs at) {
    run(at);
    offer_at_once(bytes);
  }
  // Beside others of the instant, before time moves anything.
  void offer_at_once(std::uint32_t bytes) {
    PacketHandle packet = take_packet(pool, bytes);
    packet->sequence = offered++;
    queue.write(std::move(packet), now, now);
  }
  // As the staging module does: acts whenever time moves the next packet.
  void run(TimePs until) {
    while (queue.next() <= until) {
      now = queue.next();
      queue.advance(now);
    }
    now = until;
  }
  // A burst takes whole packets.
  void pull(unsigned packets) {
    for (; packets > 0; --packets) {
      const queue::Descriptor gone =
          shaper.read(0, memory.stream(0).fifo().head().packet->size_bytes);
      queue.departed(*gone.packet, now);
    }
    queue.advance(now);
  }

  PacketPool pool;
  QueueMemory memory;
  Shaper shaper;
  Law law;
  Drops drops;
  TransmitQueue queue;
  TimePs now = 0;
  std::uint64_t offered = 0;
  std::vector<TimePs> over;  // when packets went over
};

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
