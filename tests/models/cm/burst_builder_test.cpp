#include "models/cm/burst_builder/burst_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "models/cm/queue_memory/queue_memory_config.h"
#include "platform/base/random.h"
#include "tests/models/cm/support/upstream_fakes.h"

namespace docsis_vp::cm::burst_builder_test {
namespace {

struct FakeAccount : GrantAccount {
  std::uint16_t piggyback(unsigned, TimePs sent) override {
    sent_at.push_back(sent);
    return units;
  }
  void grant_over(unsigned, std::uint64_t payload) override { over.push_back(payload); }
  std::uint16_t units = 0;
  std::vector<TimePs> sent_at;
  std::vector<std::uint64_t> over;
};

// Drops the packets it is told to.
struct DropSome : AcceptAll {
  aqm_verdict judge_head(unsigned, Packet& packet, TimePs, const queue::PacketTally&,
                         TimePs) override {
    judged.push_back(packet.id);
    return drop.count(packet.id) > 0 ? AQM_DROP : AQM_ACCEPT;
  }
  void departed(unsigned, const Packet& packet, const Departure& departure) override {
    left.push_back({packet.id, departure});
  }
  std::set<std::uint64_t> drop;
  std::vector<std::uint64_t> judged;
  std::vector<std::pair<std::uint64_t, Departure>> left;
};

// A clock of 1 GHz and a port of 1 byte in a cycle: a cycle is 1 ns, a byte read is 1 ns.
struct Options {
  docsis::ChannelParameters channel;
  BuildUnitKind build_unit = BuildUnitKind::kGrant;
  unsigned channels = 1;
  unsigned flows = 1;
  PortConfig port{1, 100, false};
  ShaperConfig shaper{0, 3044, 0};
};

struct Bench {
  explicit Bench(const Options& options = {})
      : channels(options.channels, docsis::ChannelGeometry(options.channel)),
        memory("memory", memory_config(options)),
        shaper("shaper", std::vector<ShaperConfig>(options.flows, options.shaper), memory),
        builder("builder", builder_config(options), channels, sequencer, memory, shaper, account,
                judge, rf) {
    memory.set_listener(shaper);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  static QueueMemoryConfig memory_config(const Options& options) {
    QueueMemoryConfig config;
    config.clock_hz = 1'000'000'000;
    config.port = options.port;
    config.flows.resize(options.flows);
    return config;
  }
  static BurstBuilderConfig builder_config(const Options& options) {
    BurstBuilderConfig config;
    config.costs = {32, 16, 0};
    config.build_units.assign(options.channels, options.build_unit);
    return config;
  }

  std::uint64_t write(std::uint32_t bytes, unsigned flow = 0) {
    PacketHandle packet = take_packet(pool, bytes);
    const std::uint64_t id = packet->id;
    memory.write(flow, std::move(packet), platform::now_ps());
    return id;
  }
  static Grant grant(TimePs start, std::uint32_t bytes, unsigned channel = 0, unsigned flow = 0) {
    Grant grant;
    grant.channel = channel;
    grant.flow = flow;
    grant.sid = 0x123;
    grant.iuc = 10;
    grant.bytes = bytes;
    grant.start = start;
    grant.end = start + 100 * kPsPerUs;
    grant.first_minislot = static_cast<docsis::Minislot>(start / kPsPerUs);
    grant.minislots = 100;
    return grant;
  }
  // Data bytes of a burst, whatever the runs.
  static std::uint32_t frame_bytes(const docsis::UpstreamBurst& burst) {
    std::uint32_t bytes = 0;
    for (const docsis::BurstRun& run : burst.runs) {
      bytes += run.frame_bytes;
    }
    return bytes;
  }

  PacketPool pool;
  std::vector<docsis::ChannelGeometry> channels;
  platform::InstantSequencer sequencer{"sequencer"};
  FakeAccount account;
  DropSome judge;
  BurstLog rf;
  QueueMemory memory;
  Shaper shaper;
  BurstBuilder builder;
};

// 10 minislots of 100 bytes in a frame of 100 us, begun 30 us ahead.
docsis::ChannelParameters ofdma(TimePs phy_lead) {
  docsis::ChannelParameters channel;
  channel.kind = docsis::ChannelKind::kOfdma;
  channel.symbols_per_frame = 1;
  channel.symbol_ps = 100 * kPsPerUs;
  channel.minislots_per_frame = 10;
  channel.bytes_per_minislot = 100;
  channel.cm_map_proc_ps = 30 * kPsPerUs;
  channel.phy_lead_ps = phy_lead;
  return channel;
}

constexpr TimePs kStart = 2000 * kPsPerUs;
constexpr TimePs kWindow = kStart - 650 * kPsPerUs;

TEST(BurstBuilder, BuildsWhenTheWindowOpensAndIsReadyToTheCycle) {
  Bench bench;
  bench.write(1000);
  run_until(10 * kPsPerUs);
  bench.builder.on_grant(Bench::grant(kStart, 1014));
  run_until(kWindow - 1);
  EXPECT_TRUE(bench.rf.bursts.empty());
  run_until(kWindow + 1);
  ASSERT_EQ(bench.rf.bursts.size(), 1U);
  EXPECT_EQ(bench.rf.bursts[0].handed_over, kWindow);
  // 32 cycles for the segment, 16 for the packet, 1000 for its bytes.
  const TimePs ready = kWindow + 1048 * kPsPerNs;
  const Histogram& slack = bench.builder.channel(0).deadline_slack_ps;
  EXPECT_EQ(slack.min(), static_cast<std::uint64_t>(kStart - ready));
  EXPECT_EQ(bench.builder.last_queue_delay(0), ready);
  EXPECT_EQ(bench.memory.depth_bytes(0, ready - 1), 1000U);
  EXPECT_EQ(bench.memory.depth_bytes(0, ready), 0U);
}

using BurstDeadline = ::testing::TestWithParam<std::pair<TimePs, TimePs>>;  // visible ahead, slack

TEST_P(BurstDeadline, DecidesToTheCycle) {
  const auto [ahead, slack] = GetParam();
  Bench bench;
  bench.write(1000);
  run_until(kStart - ahead);
  bench.builder.on_grant(Bench::grant(kStart, 1014));
  run_until(kStart + kPsPerUs);
  const BurstBuilder::ChannelCounters& counters = bench.builder.channel(0);
  const bool hit = slack >= 0;
  EXPECT_EQ(bench.rf.bursts.size(), hit ? 1U : 0U);
  EXPECT_EQ(counters.missed, hit ? 0U : 1U);
  EXPECT_EQ(counters.deadline_slack_ps.count(), hit ? 1U : 0U);
  EXPECT_EQ((hit ? counters.deadline_slack_ps : counters.deadline_excess_ps).min(),
            static_cast<std::uint64_t>(std::abs(slack)));
  EXPECT_EQ(bench.memory.queued_bytes(0), hit ? 0U : 1000U);
  EXPECT_EQ(bench.shaper.eligible_bytes(0, kStart), hit ? 0U : 1000U);
  EXPECT_EQ(bench.account.over, std::vector<std::uint64_t>{1006});
  EXPECT_EQ(bench.account.sent_at.size(), hit ? 1U : 0U);
}

INSTANTIATE_TEST_SUITE_P(Table, BurstDeadline,
                         ::testing::Values(std::pair{1049 * kPsPerNs, kPsPerNs},
                                           std::pair{1048 * kPsPerNs, 0},
                                           std::pair{1047 * kPsPerNs, -kPsPerNs},
                                           // Off the clock's edges: begins at the next one.
                                           std::pair{1048 * kPsPerNs + 1, 0},
                                           std::pair{1048 * kPsPerNs - 1, -kPsPerNs},
                                           std::pair{0, -1048 * kPsPerNs}));

TEST(BurstBuilder, AGrantLearntOfAfterItsDeadlineIsLate) {
  Bench bench;
  bench.write(1000);
  run_until(kStart + 1);
  bench.builder.on_grant(Bench::grant(kStart, 1014));
  EXPECT_EQ(bench.builder.channel(0).late, 1U);
  EXPECT_EQ(bench.builder.channel(0).missed, 0U);
  EXPECT_EQ(bench.account.over, std::vector<std::uint64_t>{1006});
  run_until(kStart + kPsPerMs);
  EXPECT_TRUE(bench.rf.bursts.empty());
}

TEST(BurstBuilder, AMissConsumesNoSequenceNumberAndPullsNothing) {
  Bench bench;
  bench.write(1000);
  bench.builder.miss_next(1);
  for (int i = 0; i < 3; ++i) {
    bench.builder.on_grant(Bench::grant(kStart + i * kPsPerMs, 508));
  }
  run_until(kStart + 5 * kPsPerMs);
  ASSERT_EQ(bench.rf.bursts.size(), 2U);
  EXPECT_EQ(bench.builder.channel(0).missed, 1U);
  // Bits 15..3 of the third and fourth octet of a segment header.
  const auto sequence = [](const SentBurst& sent) {
    return (sent.burst.octets[2] << 8 | sent.burst.octets[3]) >> 3;
  };
  EXPECT_EQ(sequence(bench.rf.bursts[0]), 0);
  EXPECT_EQ(sequence(bench.rf.bursts[1]), 1);
}

TEST(BurstBuilder, FragmentsAndConcatenatesAndPadsTheRest) {
  Bench bench;
  const std::uint64_t a = bench.write(100);
  const std::uint64_t b = bench.write(300);
  bench.builder.on_grant(Bench::grant(kStart, 8 + 106 + 103));            // a, 97 bytes of b
  bench.builder.on_grant(Bench::grant(kStart + kPsPerMs, 8 + 203 + 50));  // the rest, padding
  run_until(kStart + 2 * kPsPerMs);
  ASSERT_EQ(bench.rf.bursts.size(), 2U);
  const docsis::UpstreamBurst& first = bench.rf.bursts[0].burst;
  ASSERT_EQ(first.runs.size(), 2U);
  EXPECT_EQ(first.runs[0].octets, 14U);
  EXPECT_EQ(first.runs[0].frame_bytes, 100U);
  EXPECT_EQ(first.runs[0].packet_id, a);
  EXPECT_TRUE(first.runs[0].packet);
  EXPECT_EQ(first.runs[1].octets, 6U);
  EXPECT_EQ(first.runs[1].frame_bytes, 97U);
  EXPECT_EQ(first.runs[1].packet_id, b);
  EXPECT_FALSE(first.runs[1].packet);
  const docsis::UpstreamBurst& second = bench.rf.bursts[1].burst;
  ASSERT_EQ(second.runs.size(), 2U);
  EXPECT_EQ(second.runs[0].octets, 8U);
  EXPECT_EQ(second.runs[0].frame_offset, 97U);
  EXPECT_EQ(second.runs[0].frame_bytes, 203U);
  EXPECT_EQ(second.runs[0].packet->id, b);
  EXPECT_EQ(second.runs[1].octets, 50U);
  EXPECT_EQ(second.octets.back(), 0xFF);
  EXPECT_EQ(second.size_bytes, 261U);
  EXPECT_EQ(bench.builder.channel(0).used_bytes, 217U + 211U);
  EXPECT_EQ(bench.builder.channel(0).granted_bytes, 217U + 261U);
}

TEST(BurstBuilder, AMacHeaderMayBeCutBetweenSegments) {
  Bench bench;
  bench.write(100);
  bench.write(100);
  bench.builder.on_grant(Bench::grant(kStart, 8 + 106 + 4));
  bench.builder.on_grant(Bench::grant(kStart + kPsPerMs, 8 + 102));
  run_until(kStart + 2 * kPsPerMs);
  ASSERT_EQ(bench.rf.bursts.size(), 2U);
  EXPECT_EQ(bench.rf.bursts[0].burst.octets.size(), 8U + 6 + 4);
  EXPECT_EQ(bench.rf.bursts[1].burst.octets.size(), 8U + 2);
  EXPECT_EQ(bench.rf.bursts[1].burst.runs[0].frame_bytes, 100U);
  // The pointer of the first names the first of its two headers; the second begins none.
  EXPECT_EQ(bench.rf.bursts[0].burst.octets[0] & 0x80, 0x80);
  EXPECT_EQ(bench.rf.bursts[1].burst.octets[0] & 0x80, 0);
}

// The eligible part of a frame ends before the frame and the burst: the receiver would take padding
// behind it for the rest of the frame.
TEST(BurstBuilder, CutsAFrameOnlyWhereTheBurstEnds) {
  Options options;
  options.shaper = {8'000, 1522, 0};  // 1 byte in 1 ms
  Bench bench(options);
  bench.write(1000);
  bench.write(600);  // 522 of them are eligible at once, 524 after 2 ms
  bench.builder.on_grant(Bench::grant(kStart, 8 + 1006 + 530));
  run_until(kStart);
  ASSERT_EQ(bench.rf.bursts.size(), 1U);
  EXPECT_EQ(Bench::frame_bytes(bench.rf.bursts[0].burst), 1000U);
  EXPECT_EQ(bench.rf.bursts[0].burst.octets.back(), 0xFF);
  EXPECT_EQ(bench.shaper.eligible_bytes(0, kStart), 524U);
  // Enough for all of this burst's room, then for nothing until the rest is eligible.
  bench.builder.on_grant(Bench::grant(kStart + 2 * kPsPerMs, 8 + 6 + 520));
  bench.builder.on_grant(Bench::grant(kStart + 40 * kPsPerMs, 8 + 200));
  bench.builder.on_grant(Bench::grant(kStart + 90 * kPsPerMs, 8 + 200));
  run_until(kStart + 100 * kPsPerMs);
  ASSERT_EQ(bench.rf.bursts.size(), 3U);
  EXPECT_EQ(Bench::frame_bytes(bench.rf.bursts[1].burst), 520U);
  EXPECT_EQ(Bench::frame_bytes(bench.rf.bursts[2].burst), 80U);
  EXPECT_EQ(bench.rf.bursts[2].burst.start, kStart + 90 * kPsPerMs);
  EXPECT_EQ(bench.builder.channel(0).unused, 1U);
}

// Dropped packets are known before the burst is planned.
TEST(BurstBuilder, HeadDropsMakeRoomForALargerFrame) {
  Options options;
  options.build_unit = BuildUnitKind::kFrame;
  options.channel = ofdma(10 * kPsPerUs);
  Bench bench(options);
  for (int i = 0; i < 26; ++i) {
    bench.judge.drop.insert(bench.write(64));  // 70 with the header
  }
  bench.write(1500);
  Grant grant = Bench::grant(kStart, 1800);
  grant.minislots = 18;
  grant.first_minislot = 200;  // two frames: 10 minislots and 8
  bench.builder.on_grant(grant);
  run_until(kStart + kPsPerMs);
  ASSERT_EQ(bench.rf.bursts.size(), 1U);
  EXPECT_EQ(bench.builder.flow(0).head_drops, 26U);
  EXPECT_EQ(Bench::frame_bytes(bench.rf.bursts[0].burst), 1500U);
  EXPECT_EQ(bench.memory.queued_bytes(0), 0U);
}

TEST(BurstBuilder, SendsNothingWhenNothingIsEligible) {
  Bench bench;
  bench.builder.on_grant(Bench::grant(kStart, 1000));
  run_until(kStart + kPsPerMs);
  EXPECT_TRUE(bench.rf.bursts.empty());
  EXPECT_EQ(bench.builder.channel(0).unused, 1U);
  EXPECT_EQ(bench.account.over, std::vector<std::uint64_t>{992});
}

TEST(BurstBuilder, ChannelsShareThePortInOrderOfStartAndChannel) {
  Options options;
  options.channels = 2;
  Bench bench(options);
  for (int i = 0; i < 4; ++i) {
    bench.write(1000);
  }
  // Told in the wrong order.
  bench.builder.on_grant(Bench::grant(kStart, 2 * 1006 + 8, 1));
  bench.builder.on_grant(Bench::grant(kStart, 2 * 1006 + 8, 0));
  run_until(kStart);
  ASSERT_EQ(bench.rf.bursts.size(), 2U);
  EXPECT_EQ(bench.rf.bursts[0].burst.channel, 0U);
  EXPECT_EQ(bench.rf.bursts[1].burst.channel, 1U);
  // Both need 64 cycles for lists, then 2000 of the one port.
  const auto slack = [&](unsigned channel) {
    return *bench.builder.channel(channel).deadline_slack_ps.min();
  };
  EXPECT_EQ(slack(0), static_cast<std::uint64_t>(kStart - kWindow - 2064 * kPsPerNs));
  EXPECT_EQ(slack(1), static_cast<std::uint64_t>(kStart - kWindow - 4064 * kPsPerNs));
}

TEST(BurstBuilder, FrameUnitsAreDueFrameByFrame) {
  Options options;
  options.build_unit = BuildUnitKind::kFrame;
  options.channel = ofdma(10 * kPsPerUs);
  Bench bench(options);
  bench.write(5000);
  Grant grant = Bench::grant(kStart, 2500);
  grant.minislots = 25;
  grant.first_minislot = 205;  // 5 minislots, then 10, then 10
  grant.end = kStart + 300 * kPsPerUs;
  bench.builder.on_grant(grant);
  run_until(kStart);
  ASSERT_EQ(bench.rf.bursts.size(), 1U);
  EXPECT_EQ(Bench::frame_bytes(bench.rf.bursts[0].burst), 2500U - 14);
  // First unit: 32 + 16 cycles, 486 bytes; the others 1000 bytes of the same packet.
  const Histogram& slack = bench.builder.channel(0).deadline_slack_ps;
  EXPECT_EQ(slack.min(), static_cast<std::uint64_t>(20'000 - 1000) * kPsPerNs);
  const TimePs first = kStart - 30 * kPsPerUs + (48 + 486) * kPsPerNs;
  const TimePs second = kStart + 70 * kPsPerUs + 1000 * kPsPerNs;
  const TimePs third = second + 100 * kPsPerUs;
  EXPECT_EQ(bench.memory.depth_bytes(0, first - 1), 5000U);
  EXPECT_EQ(bench.memory.depth_bytes(0, first), 4514U);
  EXPECT_EQ(bench.memory.depth_bytes(0, second - 1), 4514U);
  EXPECT_EQ(bench.memory.depth_bytes(0, second), 3514U);
  EXPECT_EQ(bench.memory.depth_bytes(0, third), 2514U);
}

TEST(BurstBuilder, OneLateFrameMissesTheWholeGrant) {
  Options options;
  options.build_unit = BuildUnitKind::kFrame;
  options.channel = ofdma(29'500 * kPsPerNs);
  Bench bench(options);
  bench.write(5000);
  Grant grant = Bench::grant(kStart, 1400);
  grant.minislots = 14;
  grant.first_minislot = 206;  // 4 minislots in time, then 10 that take 1000 of 500 cycles
  bench.builder.on_grant(grant);
  run_until(kStart);
  EXPECT_TRUE(bench.rf.bursts.empty());
  EXPECT_EQ(bench.builder.channel(0).missed, 1U);
  EXPECT_EQ(bench.memory.queued_bytes(0), 5000U);
}

TEST(BurstBuilder, HeadDropsMakeRoomForThePacketsBehind) {
  Bench bench;
  bench.write(500);
  bench.judge.drop.insert(bench.write(500));
  bench.judge.drop.insert(bench.write(500));
  const std::uint64_t last = bench.write(500);
  bench.builder.on_grant(Bench::grant(kStart, 8 + 2 * 506));
  run_until(kStart);
  ASSERT_EQ(bench.rf.bursts.size(), 1U);
  const docsis::UpstreamBurst& burst = bench.rf.bursts[0].burst;
  ASSERT_EQ(burst.runs.size(), 2U);
  EXPECT_EQ(burst.runs[1].packet_id, last);
  EXPECT_EQ(bench.builder.flow(0).head_drops, 2U);
  EXPECT_EQ(bench.judge.judged.size(), 4U);  // each once
  // Dropped packets cost as much as sent ones: 32 + 4 x 16 + 1000.
  EXPECT_EQ(bench.builder.channel(0).deadline_slack_ps.min(),
            static_cast<std::uint64_t>(kStart - kWindow - 1096 * kPsPerNs));
}

TEST(BurstBuilder, HeadDropsMayCostTheGrantAndStayJudged) {
  Bench bench;
  for (int i = 0; i < 10; ++i) {
    bench.judge.drop.insert(bench.write(100));
  }
  bench.write(100);
  // One cycle less than 32, 16 for each of eleven packets, 100 for the last one's bytes.
  run_until(kStart - (32 + 11 * 16 + 100 - 1) * kPsPerNs);
  bench.builder.on_grant(Bench::grant(kStart, 114));
  run_until(kStart);
  EXPECT_EQ(bench.builder.channel(0).missed, 1U);
  EXPECT_EQ(bench.builder.flow(0).head_drops, 0U);
  EXPECT_TRUE(bench.rf.bursts.empty());
  bench.builder.on_grant(Bench::grant(kStart + 2 * kPsPerMs, 114));
  run_until(kStart + 2 * kPsPerMs);
  EXPECT_EQ(bench.builder.flow(0).head_drops, 10U);
  EXPECT_EQ(bench.judge.judged.size(), 11U);  // each once
  ASSERT_EQ(bench.rf.bursts.size(), 1U);
  EXPECT_EQ(Bench::frame_bytes(bench.rf.bursts[0].burst), 100U);
}

TEST(BurstBuilder, RefusesOverlappingGrants) {
  Bench bench;
  bench.write(3000);
  Grant first = Bench::grant(kStart, 1000);
  Grant inside = Bench::grant(kStart + 50 * kPsPerUs, 1000);
  bench.builder.on_grant(first);
  bench.builder.on_grant(inside);
  run_until(kStart);
  EXPECT_EQ(bench.rf.bursts.size(), 1U);
  EXPECT_EQ(bench.builder.channel(0).refused, 1U);
  EXPECT_EQ(bench.account.over.size(), 2U);
}

TEST(BurstBuilder, PortAtHalfSpeedDoublesTheReading) {
  Options options;
  options.port = {1, 50, false};
  Bench bench(options);
  bench.write(1000);
  run_until(100 * kPsPerUs);
  bench.builder.on_grant(Bench::grant(kStart, 1014));
  run_until(kStart);
  EXPECT_EQ(bench.builder.channel(0).deadline_slack_ps.min(),
            static_cast<std::uint64_t>(kStart - kWindow - 2048 * kPsPerNs));
}

// Any grants, any packets: each byte of a flow leaves once, in order, inside a grant.
TEST(BurstBuilder, EveryByteLeavesOnceAndInOrder) {
  Options options;
  options.channels = 3;
  options.flows = 2;
  Bench bench(options);
  RandomStream random(1, "grants");
  std::vector<std::vector<std::pair<std::uint64_t, std::uint32_t>>> written(2);
  TimePs at = 0;
  std::vector<Grant> grants;
  for (int i = 0; i < 2000; ++i) {
    at += random.between(1, 200) * kPsPerUs;
    run_until(at);
    const auto flow = static_cast<unsigned>(random.below(2));
    const auto size = static_cast<std::uint32_t>(random.between(1, 1518));
    written[flow].push_back({bench.write(size, flow), size});
    grants.push_back(Bench::grant(at + random.between(600, 3000) * kPsPerUs,
                                  static_cast<std::uint32_t>(random.between(1, 3000)),
                                  static_cast<unsigned>(random.below(3)),
                                  static_cast<unsigned>(random.below(2))));
    bench.builder.on_grant(grants.back());
  }
  run_until(at + 10 * kPsPerMs);
  std::vector<std::size_t> packet(2, 0);
  std::vector<std::uint32_t> offset(2, 0);
  for (const SentBurst& sent : bench.rf.bursts) {
    const docsis::UpstreamBurst& burst = sent.burst;
    const auto grant = std::find_if(grants.begin(), grants.end(), [&](const Grant& g) {
      return g.channel == burst.channel && g.start == burst.start && g.bytes == burst.size_bytes;
    });
    ASSERT_NE(grant, grants.end());
    ASSERT_LE(sent.handed_over, burst.start);
    ASSERT_EQ(burst.octets.size() + Bench::frame_bytes(burst), burst.size_bytes);
    const unsigned flow = grant->flow;
    for (const docsis::BurstRun& run : burst.runs) {
      if (run.frame_bytes == 0) {
        continue;
      }
      ASSERT_EQ(run.packet_id, written[flow][packet[flow]].first);
      ASSERT_EQ(run.frame_offset, offset[flow]);
      offset[flow] += run.frame_bytes;
      if (offset[flow] == written[flow][packet[flow]].second) {
        ASSERT_TRUE(run.packet);
        ++packet[flow];
        offset[flow] = 0;
      }
    }
  }
  for (unsigned flow = 0; flow < 2; ++flow) {
    EXPECT_GT(packet[flow], 500U);
    EXPECT_EQ(packet[flow] + bench.memory.queued_packets(flow), written[flow].size());
  }
}

}  // namespace
}  // namespace docsis_vp::cm::burst_builder_test
