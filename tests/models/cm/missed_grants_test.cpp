// Causes of missed grants, computed by hand to the nanosecond.
#include "models/cm/burst_builder/missed_grants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "models/cm/burst_builder/burst_builder.h"
#include "models/cm/queue_memory/queue_memory_config.h"
#include "platform/base/random.h"
#include "tests/models/cm/support/upstream_fakes.h"

namespace docsis_vp::cm::missed_grants_test {
namespace {

struct NoAccount : GrantAccount {
  std::uint16_t piggyback(unsigned, TimePs) override { return 0; }
  void grant_over(unsigned, std::uint64_t) override {}
};

constexpr TimePs kStart = 2000 * kPsPerUs;
constexpr TimePs kAhead = 650 * kPsPerUs;  // of a TDMA grant its window opens
constexpr TimePs kWindow = kStart - kAhead;

// A clock of 1 GHz: a cycle is 1 ns. The fast port moves a byte in 1 ns, the slow one in 1 us.
constexpr PortConfig kFastPort{1, 100, false};
constexpr PortConfig kSlowPort{1, 0.1, false};

struct Options {
  docsis::ChannelParameters channel;
  BuildUnitKind build_unit = BuildUnitKind::kGrant;
  unsigned channels = 1;
  PortConfig port = kFastPort;
  BuildCosts costs{32, 16, 0};
};

struct Bench {
  explicit Bench(const Options& options = {})
      : channels(options.channels, docsis::ChannelGeometry(options.channel)),
        memory("memory", memory_config(options)),
        shaper("shaper", {{0, 3'044, 0}, {0, 3'044, 0}}, memory),
        builder("builder", builder_config(options), channels, sequencer, memory, shaper, account,
                judge, rf) {
    memory.set_listener(shaper);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  static QueueMemoryConfig memory_config(const Options& options) {
    QueueMemoryConfig config;
    config.clock_hz = 1'000'000'000;
    config.port = options.port;
    config.flows.resize(2);
    return config;
  }
  static BurstBuilderConfig builder_config(const Options& options) {
    BurstBuilderConfig config;
    config.costs = options.costs;
    config.build_units.assign(options.channels, options.build_unit);
    return config;
  }

  void write(std::uint32_t bytes, unsigned flow = 0) {
    memory.write(flow, take_packet(pool, bytes), platform::now_ps());
  }
  void write_at(TimePs at, std::uint32_t bytes, unsigned flow = 0) {
    run_until(at);
    write(bytes, flow);
  }
  // Room for so many bytes of one frame.
  void grant(std::uint32_t frame_bytes, TimePs start = kStart, unsigned channel = 0) {
    Grant grant;
    grant.channel = channel;
    grant.bytes = 8 + 6 + frame_bytes;
    grant.start = start;
    grant.end = start + 100 * kPsPerUs;
    grant.first_minislot = static_cast<docsis::Minislot>(start / kPsPerUs);
    grant.minislots = 100;
    builder.on_grant(grant);
  }
  const MissedGrant& only() const {
    EXPECT_EQ(builder.missed_grants().kept().size(), 1U);
    return builder.missed_grants().kept().at(0);
  }

  PacketPool pool;
  std::vector<docsis::ChannelGeometry> channels;
  platform::InstantSequencer sequencer{"sequencer"};
  NoAccount account;
  AcceptAll judge;
  BurstLog rf;
  QueueMemory memory;
  Shaper shaper;
  BurstBuilder builder;
};

TimePs sum_of(const GrantWaits& waits) {
  return std::accumulate(waits.begin(), waits.end(), TimePs{0});
}

// Those that are not 0, in ns.
using Waits = std::vector<std::pair<MissCause, TimePs>>;
Waits waits_of(const MissedGrant& grant) {
  Waits waits;
  for (std::size_t i = 0; i < grant.times.waits.size(); ++i) {
    if (grant.times.waits[i] != 0) {
      EXPECT_EQ(grant.times.waits[i] % kPsPerNs, 0);
      waits.emplace_back(static_cast<MissCause>(i), grant.times.waits[i] / kPsPerNs);
    }
  }
  return waits;
}

void expect_missed(const Bench& bench, MissCause cause, const Waits& waits) {
  const MissedGrant& missed = bench.only();
  EXPECT_EQ(missed.fate, GrantFate::kMissed);
  EXPECT_EQ(name_of(missed.cause), std::string(name_of(cause)));
  EXPECT_EQ(waits_of(missed), waits);
  EXPECT_TRUE(missed.has_packets);
  EXPECT_EQ(missed.times.ready, missed.times.window_opens + sum_of(missed.times.waits));
  EXPECT_EQ(bench.builder.missed_grants().missed_by(cause), 1U);
}

TEST(MissedGrants, WaitForTheirMap) {
  Bench bench;
  bench.write(1000);
  run_until(kStart - 1047 * kPsPerNs);
  bench.grant(1000);
  run_until(kStart);
  expect_missed(bench, MissCause::kMapParsing,
                {{MissCause::kMapParsing, 650'000 - 1'047},
                 {MissCause::kBuilder, 48},
                 {MissCause::kOwnRead, 1'000}});
  EXPECT_EQ(bench.only().at, kStart - 1047 * kPsPerNs);
  EXPECT_EQ(bench.only().bytes, 1'014U);
  EXPECT_EQ(bench.only().times.window_opens, kWindow);
  EXPECT_EQ(bench.only().times.deadline, kStart);
  EXPECT_EQ(bench.only().times.ready, kStart + kPsPerNs);
}

TEST(MissedGrants, WaitForTheBuilder) {
  Options options;
  options.costs.cycles_per_packet = 325'000;
  Bench bench(options);
  bench.write(100);
  bench.write(100);
  bench.grant(206);
  run_until(kStart);
  expect_missed(bench, MissCause::kBuilder,
                {{MissCause::kBuilder, 650'032}, {MissCause::kOwnRead, 200}});
}

TEST(MissedGrants, WaitForTheirOwnRead) {
  Options options;
  options.port = kSlowPort;
  Bench bench(options);
  bench.write(700);
  bench.grant(700);
  run_until(kStart);
  expect_missed(bench, MissCause::kOwnRead,
                {{MissCause::kBuilder, 48}, {MissCause::kOwnRead, 700'000}});
}

// Its write takes 600 us and begins 10 us before the window opens.
TEST(MissedGrants, WaitForTheirPacketsToBeWritten) {
  Options options;
  options.port = kSlowPort;
  Bench bench(options);
  bench.write_at(kWindow - 10 * kPsPerUs, 600);
  bench.grant(600);
  run_until(kStart);
  expect_missed(bench, MissCause::kOwnWrites,
                {{MissCause::kBuilder, 48},
                 {MissCause::kOwnWrites, 590'000 - 48},
                 {MissCause::kOwnRead, 600'000}});
}

// The packet that is granted stands behind another flow's, which is on its way until 490 us after
// the opening of the window.
TEST(MissedGrants, WaitForWritesOfOtherPackets) {
  Options options;
  options.port = kSlowPort;
  Bench bench(options);
  bench.write_at(kWindow - 10 * kPsPerUs, 500, 1);
  bench.write(100);
  bench.grant(100);
  run_until(kStart);
  expect_missed(bench, MissCause::kOtherWrites,
                {{MissCause::kBuilder, 48},
                 {MissCause::kOtherWrites, 490'000 - 48},
                 {MissCause::kOwnWrites, 100'000},
                 {MissCause::kOwnRead, 100'000}});
}

// A packet in the memory is read at once, or at half speed, whatever waits to be written.
class PacketsThatCameLater : public ::testing::TestWithParam<bool> {};

TEST_P(PacketsThatCameLater, DelayNoRead) {
  Options options;
  options.port = kSlowPort;
  options.port.writes_alternate_with_reads = GetParam();
  Bench bench(options);
  bench.write(300);
  run_until(kWindow - 10 * kPsPerUs);
  for (int i = 0; i < 10; ++i) {
    bench.write(1'500);
  }
  bench.grant(300);
  run_until(kStart);
  EXPECT_TRUE(bench.builder.missed_grants().kept().empty());
  ASSERT_EQ(bench.rf.bursts.size(), 1U);
  const TimePs read = (GetParam() ? 600 : 300) * kPsPerUs;
  EXPECT_EQ(bench.rf.bursts[0].burst.ready, kWindow + 48 * kPsPerNs + read);
}

INSTANTIATE_TEST_SUITE_P(Arbitration, PacketsThatCameLater, ::testing::Bool());

// Four builders whose windows open together: the reads follow one another at the promised rate, in
// the order of the channels, so the burst of channel k is ready after (k + 1) times its own read.
TEST(MissedGrants, ChannelsShareThePortInTurn) {
  Options options;
  options.channels = 4;
  options.port = {1, 100, true};
  Bench bench(options);
  for (int i = 0; i < 4; ++i) {
    bench.write(1'000);
  }
  for (unsigned channel = 0; channel < 4; ++channel) {
    bench.grant(1'000, kStart, channel);
  }
  run_until(kStart);
  ASSERT_EQ(bench.rf.bursts.size(), 4U);
  for (unsigned channel = 0; channel < 4; ++channel) {
    const docsis::UpstreamBurst& burst = bench.rf.bursts[channel].burst;
    EXPECT_EQ(burst.channel, channel);
    EXPECT_EQ(burst.ready, kWindow + (48 + 2'000 * (channel + 1)) * kPsPerNs);
  }
}

// Alone the first read has every beat: 1500 ns after its window it is done, and a burst that is
// planned then does not wait for the end of its promise.
TEST(MissedGrants, ABurstDoesNotWaitForAPromiseThatWasKeptEarly) {
  Options options;
  options.channels = 2;
  options.port = {1, 100, true};
  Bench bench(options);
  bench.write(1'000);
  bench.write(1'000);
  const TimePs later = 1'500 * kPsPerNs;
  bench.grant(1'000, kStart, 0);
  bench.grant(1'000, kStart + later, 1);
  run_until(kStart);
  ASSERT_EQ(bench.rf.bursts.size(), 2U);
  EXPECT_EQ(bench.rf.bursts[0].burst.ready, kWindow + 2'048 * kPsPerNs);
  EXPECT_EQ(bench.rf.bursts[1].burst.ready, kWindow + later + 2'048 * kPsPerNs);
}

TEST(MissedGrants, WaitForReadsOfOtherChannels) {
  Options options;
  options.port = kSlowPort;
  options.channels = 2;
  Bench bench(options);
  bench.write(400);
  bench.write(400);
  bench.grant(400, kStart, 0);
  bench.grant(400, kStart, 1);
  run_until(kStart);
  EXPECT_EQ(bench.rf.bursts.size(), 1U);
  expect_missed(bench, MissCause::kOtherReads,
                {{MissCause::kBuilder, 48},
                 {MissCause::kOtherReads, 400'000},
                 {MissCause::kOwnRead, 400'000}});
  EXPECT_EQ(bench.only().channel, 1U);
}

// The window of the second grant opens 100 us after that of the first, which takes 600.048 us.
TEST(MissedGrants, WaitForThePreviousBurstOfTheirChannel) {
  Options options;
  options.port = kSlowPort;
  Bench bench(options);
  bench.write(600);
  bench.write(300);
  bench.grant(600);
  bench.grant(300, kStart + 100 * kPsPerUs);
  run_until(kStart + kPsPerMs);
  EXPECT_EQ(bench.rf.bursts.size(), 1U);
  expect_missed(bench, MissCause::kPreviousBurst,
                {{MissCause::kPreviousBurst, 500'048},
                 {MissCause::kBuilder, 48},
                 {MissCause::kOwnRead, 300'000}});
  EXPECT_EQ(bench.only().times.window_opens, kWindow + 100 * kPsPerUs);
}

// 32 cycles do not fit, although there is nothing to send.
TEST(MissedGrants, WithoutAPacketWaitForTheirMapToo) {
  Bench bench;
  run_until(kStart - 31 * kPsPerNs);
  bench.grant(1000);
  run_until(kStart);
  const MissedGrant& missed = bench.only();
  EXPECT_EQ(missed.fate, GrantFate::kMissed);
  EXPECT_EQ(missed.cause, MissCause::kMapParsing);
  EXPECT_FALSE(missed.has_packets);
  EXPECT_EQ(waits_of(missed),
            (Waits{{MissCause::kMapParsing, 650'000 - 31}, {MissCause::kBuilder, 32}}));
}

TEST(MissedGrants, OfAnEventAreCountedAsSuch) {
  Bench bench;
  bench.write(1000);
  bench.builder.miss_next(1);
  bench.grant(1000);
  run_until(kStart);
  expect_missed(bench, MissCause::kScripted,
                {{MissCause::kBuilder, 48}, {MissCause::kOwnRead, 1'000}});
}

TEST(MissedGrants, LearntOfTooLateAreNotAmongTheCauses) {
  Bench bench;
  bench.write(1000);
  run_until(kStart + kPsPerNs);
  bench.grant(1000);
  const MissedGrant& late = bench.only();
  EXPECT_EQ(late.fate, GrantFate::kLate);
  EXPECT_EQ(late.cause, MissCause::kMapParsing);
  EXPECT_FALSE(late.has_packets);
  EXPECT_EQ(waits_of(late), (Waits{{MissCause::kMapParsing, 650'001}}));
  EXPECT_EQ(late.times.window_opens, kWindow);
  EXPECT_EQ(late.times.deadline, kStart);
  EXPECT_EQ(bench.builder.missed_grants().count(GrantFate::kLate), 1U);
  EXPECT_EQ(bench.builder.missed_grants().missed_by(MissCause::kMapParsing), 0U);
}

// Frames of 100 us with 10 minislots of 100 bytes; the window opens 30 us ahead.
Options ofdma(TimePs phy_lead) {
  Options options;
  options.build_unit = BuildUnitKind::kFrame;
  options.channel.kind = docsis::ChannelKind::kOfdma;
  options.channel.symbols_per_frame = 1;
  options.channel.symbol_ps = 100 * kPsPerUs;
  options.channel.minislots_per_frame = 10;
  options.channel.bytes_per_minislot = 100;
  options.channel.cm_map_proc_ps = 30 * kPsPerUs;
  options.channel.phy_lead_ps = phy_lead;
  return options;
}

// 4 minislots at the end of a frame, less 14 octets of headers, and 10 of the next.
Grant two_frames() {
  Grant grant;
  grant.bytes = 1'400;
  grant.start = kStart;
  grant.end = kStart + 200 * kPsPerUs;
  grant.first_minislot = 206;
  grant.minislots = 14;
  return grant;
}

TEST(MissedGrants, CountFromTheWindowOfTheFrameThatIsLate) {
  Bench bench(ofdma(29'500 * kPsPerNs));
  bench.write(5'000);
  bench.builder.on_grant(two_frames());
  run_until(kStart);
  expect_missed(bench, MissCause::kOwnRead, {{MissCause::kOwnRead, 1'000}});
  EXPECT_EQ(bench.only().times.window_opens, kStart + 70 * kPsPerUs);
  EXPECT_EQ(bench.only().times.deadline, kStart + 70'500 * kPsPerNs);
}

TEST(MissedGrants, CountFromTheFirstFrameIfTheBuilderNeverWaited) {
  Options options = ofdma(0);
  options.costs.cycles_per_packet = 120'000;
  Bench bench(options);
  bench.write(386);
  bench.write(5'000);
  bench.builder.on_grant(two_frames());
  run_until(kStart);
  expect_missed(bench, MissCause::kBuilder,
                {{MissCause::kBuilder, 240'032}, {MissCause::kOwnRead, 1'380}});
  EXPECT_EQ(bench.only().times.window_opens, kStart - 30 * kPsPerUs);
  EXPECT_EQ(bench.only().times.deadline, kStart + 100 * kPsPerUs);
}

TEST(MissedGrantLog, KeepsTheFirstOfEachFateAndCountsAll) {
  MissedGrantLog log;
  for (unsigned i = 0; i < 500; ++i) {
    MissedGrant grant;
    grant.fate = i % 2 == 0 ? GrantFate::kMissed : GrantFate::kCutShort;
    grant.cause = i % 4 == 0 ? MissCause::kOtherWrites : MissCause::kVerdict;
    grant.at = i;
    log.add(grant);
  }
  EXPECT_EQ(log.kept().size(), 2 * MissedGrantLog::kKept);
  EXPECT_EQ(log.kept().back().at, TimePs{2 * MissedGrantLog::kKept - 1});
  EXPECT_EQ(log.count(GrantFate::kMissed), 250U);
  EXPECT_EQ(log.count(GrantFate::kCutShort), 250U);
  EXPECT_EQ(log.count(GrantFate::kLate), 0U);
  EXPECT_EQ(log.missed_by(MissCause::kOtherWrites), 125U);
  EXPECT_EQ(log.missed_by(MissCause::kVerdict), 125U) << "those cut short are not missed";
}

// Any grants, any packets, on a clock whose period is not whole.
class MissedGrantsAtRandom : public ::testing::TestWithParam<BuildUnitKind> {};

TEST_P(MissedGrantsAtRandom, WaitsAddUpAndEveryMissHasACause) {
  Options options;
  options.channels = 2;
  options.port = {1, 0.3, true};
  options.build_unit = GetParam();
  if (GetParam() == BuildUnitKind::kFrame) {
    options.channel = ofdma(0).channel;
    options.port.efficiency_percent = 3;
  }
  Bench bench(options);
  RandomStream random(1, "missed grants");
  for (TimePs start = kStart; start < kStart + 400 * kPsPerMs; start += 200 * kPsPerUs) {
    run_until(start - kAhead - static_cast<TimePs>(random.below(20 * kPsPerUs)));
    for (std::uint64_t i = random.below(3); i > 0; --i) {
      bench.write(64 + static_cast<std::uint32_t>(random.below(400)));
    }
    for (unsigned channel = 0; channel < 2; ++channel) {
      bench.grant(20 + static_cast<std::uint32_t>(random.below(600)), start, channel);
    }
  }
  run_until(kStart + 500 * kPsPerMs);
  const MissedGrantLog& log = bench.builder.missed_grants();
  std::uint64_t causes = 0;
  for (std::size_t i = 0; i < kMissCauses; ++i) {
    causes += log.missed_by(static_cast<MissCause>(i));
  }
  const std::uint64_t missed = bench.builder.channel(0).missed + bench.builder.channel(1).missed;
  EXPECT_GT(missed, MissedGrantLog::kKept);
  EXPECT_GT(bench.rf.bursts.size(), 100U);
  EXPECT_EQ(causes, missed);
  EXPECT_EQ(log.count(GrantFate::kMissed), missed);
  for (const MissedGrant& grant : log.kept()) {
    EXPECT_EQ(grant.times.ready, grant.times.window_opens + sum_of(grant.times.waits));
    EXPECT_GT(grant.times.ready, grant.times.deadline);
    EXPECT_TRUE(std::all_of(grant.times.waits.begin(), grant.times.waits.end(),
                            [](TimePs wait) { return wait >= 0; }));
  }
}

INSTANTIATE_TEST_SUITE_P(Units, MissedGrantsAtRandom,
                         ::testing::Values(BuildUnitKind::kGrant, BuildUnitKind::kFrame));

}  // namespace
}  // namespace docsis_vp::cm::missed_grants_test
