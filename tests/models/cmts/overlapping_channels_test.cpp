// Flows that meet on some of their channels only: who has a choice leaves room to who has none.
#include <gtest/gtest.h>

#include "models/cmts/bottlenecks.h"
#include "tests/models/cmts/scheduler_bench.h"

namespace docsis_vp::cmts::overlapping_channels_test {
namespace {

constexpr unsigned kNarrow = 0;  // its MAPs are built first
constexpr unsigned kWide = 1;
constexpr std::uint64_t kOnBoth = 3;

TEST(Bottlenecks, AreWhereSomebodyIsClearlyWorseOffThanElsewhere) {
  struct Case {
    const char* what;
    std::vector<Bottlenecks::Backlog> narrow;  // priority, weight, octets, bytes
    std::vector<Bottlenecks::Backlog> wide;
    bool narrow_contested;
    bool wide_contested;
  };
  const Case cases[] = {
      {"nobody waits", {}, {}, false, false},
      {"one waits", {{0, 1, 900, 10}}, {}, true, false},
      {"less for its weight", {{0, 1, 500, 10}}, {{0, 2, 1'200, 10}}, true, false},
      {"less, but not clearly", {{0, 1, 950, 10}}, {{0, 1, 1'000, 10}}, false, false},
      {"priority comes first", {{0, 1, 0, 10}}, {{1, 1, 1'000, 10}}, false, true},
      {"of several, the worst", {{0, 1, 900, 9}, {0, 1, 9, 9}}, {{0, 1, 500, 9}}, true, false},
  };
  for (const Case& test : cases) {
    Bottlenecks bottlenecks;
    bottlenecks.begin(2);
    for (const auto& backlog : test.narrow) bottlenecks.add(1U << kNarrow, backlog);
    for (const auto& backlog : test.wide) bottlenecks.add(1U << kWide, backlog);
    EXPECT_EQ(bottlenecks.is_contested(kNarrow, kOnBoth), test.narrow_contested) << test.what;
    EXPECT_EQ(bottlenecks.is_contested(kWide, kOnBoth), test.wide_contested) << test.what;
    // A flow without a choice leaves nothing.
    EXPECT_FALSE(bottlenecks.is_contested(kNarrow, 1U << kNarrow)) << test.what;
  }
}

TEST(Bottlenecks, WhoWaitsForSeveralChannelsWaitsForEach) {
  Bottlenecks bottlenecks;
  bottlenecks.begin(2);
  bottlenecks.add(kOnBoth, {0, 1, 500, 10});
  EXPECT_FALSE(bottlenecks.is_contested(kNarrow, kOnBoth));
  bottlenecks.add(1U << kNarrow, {0, 1, 100, 20});
  EXPECT_TRUE(bottlenecks.is_contested(kNarrow, kOnBoth));
  EXPECT_EQ(bottlenecks.bytes(kNarrow), 30U);
  EXPECT_EQ(bottlenecks.bytes(kWide), 10U);
}

// SID 1 may be granted on both channels, SID 2 on the narrow one, SID 3 on the wide one.
CmtsConfig overlapping(bool mixed) {
  CmtsConfig config;
  config.timing = *docsis::find_timing_profile(mixed ? "docsis31" : "docsis30");
  config.timing.map_lead_ps = 2'000 * kPsPerUs;
  docsis::ChannelParameters narrow;
  narrow.name = "narrow";
  narrow.rate_bps = mixed ? 30'720'000 : 10'240'000;
  docsis::ChannelParameters wide;
  wide.name = "wide";
  wide.channel_id = 2;
  if (mixed) {
    docsis::OfdmaSettings settings;
    settings.subcarriers = 320;
    settings.bits_per_s_per_hz = 6;
    docsis::apply(settings, wide);
  }
  config.channels = {narrow, wide};
  config.flows.resize(3);
  for (unsigned i = 0; i < 3; ++i) {
    config.flows[i].sid = static_cast<std::uint16_t>(1 + i);
    config.flows[i].request_unit_bytes = 16;
    config.flows[i].weight = 1;
  }
  config.flows[1].channels = {kNarrow};
  config.flows[2].channels = {kWide};
  config.downstream.modems.resize(1);
  config.map_phase_ps = 0;
  return config;
}

struct Overlap : SchedulerBench {
  using SchedulerBench::SchedulerBench;

  // By each of these modems in the channel's next MAP.
  void ask(unsigned on, const std::vector<std::pair<std::uint16_t, unsigned>>& bytes_of_sids) {
    std::size_t number = plant.maps.size();
    while (map(number).channel != on) ++number;
    unsigned opportunity = 1;
    for (const auto& [sid, bytes] : bytes_of_sids) {
      send(request_burst(channel(on), map(number), opportunity++, sid, bytes / 16));
    }
  }
  void maps_pass(unsigned number) {
    run_until(platform::now_ps() + number * config.timing.map_interval_ps);
  }
  std::uint64_t granted(unsigned sid) const {
    return cmts.scheduler().flow_counters(sid - 1).granted_bytes;
  }
  std::uint64_t carried(unsigned on) const { return cmts.scheduler().counters(on).granted_bytes; }
};

constexpr unsigned kMuch = 1'000'000;
// Bytes of channels of both kinds without request regions: 95.4 Mbit/s for 2025 us.
constexpr double kBytesInMaps = 24'150;

TEST(OverlappingChannels, ALightFlowGoesWhereNobodyElseHasTo) {
  Overlap bench(overlapping(false));
  bench.ask(kNarrow, {{2, kMuch}});
  bench.maps_pass(10);
  for (int packet = 0; packet < 10; ++packet) {
    bench.ask(kNarrow, {{1, 1'504}});
    bench.maps_pass(3);
    EXPECT_EQ(bench.cmts.scheduler().waiting_bytes(0), 0U) << packet;
  }
  EXPECT_EQ(bench.carried(kWide), bench.granted(1));
  EXPECT_EQ(bench.carried(kNarrow), bench.granted(2));
  // Nor does it hear there that something is pending: what was lost, it may ask for again.
  for (const ReceivedMap& map : bench.plant.maps) {
    EXPECT_TRUE(map.channel == kWide || elements_of(map.map, 1).empty());
  }
}

// Grants that nobody uses are paid back, so that each MAP finds 3522 bytes reserved: less than the
// wide channel carries in one, more than the narrow one.
TEST(OverlappingChannels, AReservedRateDoesToo) {
  CmtsConfig config = overlapping(false);
  config.flows[0].min_reserved_rate_bps = 2'000'000;
  Overlap bench(config);
  bench.ask(kNarrow, {{1, kMuch}, {2, kMuch}});
  bench.maps_pass(10);
  const std::uint64_t before = bench.granted(2);
  bench.maps_pass(100);
  EXPECT_NEAR(static_cast<double>(bench.granted(2) - before), 100 * 156. * 16, 5'000);
}

// Where the other channel belongs to who is worse off, or of higher priority, there is no choice.
TEST(OverlappingChannels, ALightFlowDoesNotWaitForAChannelThatIsFull) {
  CmtsConfig config = overlapping(false);
  config.flows[2].priority = 7;
  Overlap bench(config);
  bench.ask(kNarrow, {{2, kMuch}});
  bench.ask(kWide, {{3, kMuch}});
  bench.maps_pass(10);
  for (int packet = 0; packet < 10; ++packet) {
    bench.ask(kNarrow, {{1, 1'504}});
    bench.maps_pass(3);
    EXPECT_EQ(bench.cmts.scheduler().waiting_bytes(0), 0U) << packet;
  }
  EXPECT_EQ(bench.carried(kWide), bench.granted(3));
}

// More than the wide channel carries soon: nothing waits where there is room.
TEST(OverlappingChannels, ALargeRequestTakesItsShareOfBoth) {
  Overlap bench(overlapping(false));
  bench.ask(kNarrow, {{1, kMuch}, {2, kMuch}});
  bench.maps_pass(10);
  const std::uint64_t wide = bench.carried(kWide);
  const std::uint64_t narrow = bench.carried(kNarrow);
  const std::uint64_t second = bench.granted(2);
  bench.maps_pass(100);
  EXPECT_NEAR(static_cast<double>(bench.carried(kWide) - wide), 100 * 156. * 48, 15'000);
  EXPECT_NEAR(static_cast<double>(bench.carried(kNarrow) - narrow), 100 * 156. * 16, 5'000);
  EXPECT_NEAR(static_cast<double>(bench.granted(2) - second), 100 * 156. * 16, 5'000);
}

TEST(OverlappingChannels, PriorityHoldsOnChannelsOfBothKinds) {
  CmtsConfig config = overlapping(true);
  config.flows[0].priority = 7;
  Overlap bench(config);
  bench.ask(kNarrow, {{1, kMuch}, {2, kMuch}});
  bench.maps_pass(10);
  const std::uint64_t first = bench.granted(1);
  const std::uint64_t second = bench.granted(2);
  bench.maps_pass(20);
  EXPECT_EQ(bench.granted(2), second);
  EXPECT_NEAR(static_cast<double>(bench.granted(1) - first), 20 * kBytesInMaps, 15'000);
}

TEST(OverlappingChannels, WhatSmallGrantsLeaveOfAChannelIsNotLost) {
  CmtsConfig config = overlapping(true);
  config.flows[1].scheduling.max_grant_bytes = 600;
  Overlap bench(config);
  bench.ask(kNarrow, {{1, kMuch}, {2, kMuch}});
  bench.maps_pass(10);
  const std::uint64_t narrow = bench.carried(kNarrow);
  bench.maps_pass(20);
  EXPECT_NEAR(static_cast<double>(bench.carried(kNarrow) - narrow), 20 * 158. * 48, 8'000);
}

TEST(OverlappingChannels, WeightsHoldOnChannelsOfBothKinds) {
  CmtsConfig config = overlapping(true);
  config.flows[0].weight = 4;
  config.flows[2].weight = 2;
  Overlap bench(config);
  for (int round = 0; round < 3; ++round) {
    bench.ask(kNarrow, {{1, kMuch}, {2, kMuch}});
    bench.ask(kWide, {{3, kMuch}});
  }
  bench.maps_pass(60);
  const std::uint64_t before[3] = {bench.granted(1), bench.granted(2), bench.granted(3)};
  bench.maps_pass(50);
  for (unsigned sid = 1; sid <= 3; ++sid) {
    const double part = sid == 1 ? 4. / 7 : sid == 2 ? 1. / 7 : 2. / 7;
    const double bytes = part * 50 * kBytesInMaps;
    EXPECT_NEAR(static_cast<double>(bench.granted(sid) - before[sid - 1]), bytes, 0.03 * bytes)
        << sid;
  }
}

}  // namespace
}  // namespace docsis_vp::cmts::overlapping_channels_test
