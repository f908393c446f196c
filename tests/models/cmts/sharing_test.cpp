// Sharing of a channel that is too small for all: reserved rates, priorities, weights, other
// traffic.
#include <gtest/gtest.h>

#include <numeric>
#include <ostream>

#include "models/cmts/capacity.h"
#include "models/cmts/contention_sizer.h"
#include "models/cmts/fair_share.h"
#include "models/cmts/map_layout.h"
#include "platform/base/random.h"
#include "tests/models/cmts/scheduler_bench.h"

namespace docsis_vp::cmts::sharing_test {
namespace {

// Flows that always have 200 000 bytes waiting.
struct Saturated {
  explicit Saturated(std::size_t flows) : share(flows), octets(flows), weights(flows, 1) {
    priorities.resize(flows);
    reserved.resize(flows);
    for (UpstreamFlow flow = 0; flow < flows; ++flow) share.begin_waiting(flow);
  }
  void divide(std::uint32_t minislots, std::uint32_t elements = 100) {
    std::vector<FairShare::Claim> claims;
    for (UpstreamFlow flow = 0; flow < octets.size(); ++flow) {
      claims.push_back({flow, priorities[flow], weights[flow], 200'000, reserved[flow], 0, 0});
    }
    share.divide(claims, channel, minislots, elements);
    std::uint32_t used = 0;
    served = 0;
    charged.clear();
    for (const FairShare::Claim& claim : claims) {
      octets[claim.flow] += channel.bytes_in(claim.minislots);
      used += claim.minislots;
      served += claim.minislots > 0 ? 1 : 0;
      charged.push_back(claim.charged_bytes);
    }
    ASSERT_EQ(used, minislots);
  }

  docsis::ChannelGeometry channel{docsis::ChannelParameters{}};
  FairShare share;
  std::vector<std::uint64_t> octets;
  std::vector<std::uint64_t> weights;
  std::vector<unsigned> priorities;
  std::vector<std::uint64_t> reserved;
  std::vector<std::uint64_t> charged;  // by the last MAP
  unsigned served = 0;
};

TEST(FairShare, FlowsGetOctetsInProportionToTheirWeights) {
  RandomStream random(1, "weights");
  for (int round = 0; round < 20; ++round) {
    Saturated flows(2 + random.below(20));
    for (std::uint64_t& weight : flows.weights) weight = 1 + random.below(20);
    const std::uint64_t total =
        std::accumulate(flows.weights.begin(), flows.weights.end(), std::uint64_t{0});
    std::uint64_t carried = 0;
    for (int map = 0; map < 400; ++map) {
      const auto minislots = static_cast<std::uint32_t>(50 + random.below(100));
      carried += minislots * 48;
      flows.divide(minislots);
    }
    for (std::size_t i = 0; i < flows.octets.size(); ++i) {
      const double fair = static_cast<double>(carried) * static_cast<double>(flows.weights[i]) /
                          static_cast<double>(total);
      // Deficit round robin: off by less than what one turn gives, and a minislot.
      EXPECT_NEAR(static_cast<double>(flows.octets[i]), fair, 2 * 1522 + 48);
    }
  }
}

TEST(FairShare, FewElementsSlowNobodyDownForLong) {
  Saturated flows(10);
  for (int map = 0; map < 1'000; ++map) {
    flows.divide(100, 3);
    EXPECT_LE(flows.served, 3U);
  }
  for (const std::uint64_t octets : flows.octets) {
    EXPECT_NEAR(static_cast<double>(octets), 480'000, 0.05 * 480'000);
  }
}

TEST(FairShare, PrioritiesAreStrictAfterWhatIsReserved) {
  Saturated flows(3);
  flows.priorities = {0, 7, 3};
  flows.reserved = {952, 0, 0};  // 20 minislots with the header
  flows.divide(156);
  EXPECT_EQ(flows.octets[0], 20U * 48);
  EXPECT_EQ(flows.octets[1], 136U * 48);
  EXPECT_EQ(flows.octets[2], 0U);
}

TEST(FairShare, AReservationPaysForWholeMinislotsAndNotForWhatComesByTurn) {
  Saturated flows(2);
  flows.reserved = {600, 0};
  flows.divide(156);
  EXPECT_EQ(flows.charged[0], 13U * 48 - 8);  // the least that holds 600 bytes
  EXPECT_GT(flows.octets[0], 1'522U);
  EXPECT_EQ(flows.charged[1], 0U);
}

// 13 bytes are 50 kbit/s for 2 ms: a minislot for them in every MAP would be three times as much.
TEST(FairShare, AReservationWaitsUntilItIsWorthAGrant) {
  Saturated flows(2);
  flows.priorities = {0, 7};
  flows.reserved = {13, 0};
  flows.divide(156);
  EXPECT_EQ(flows.octets[0], 0U);
  EXPECT_EQ(flows.charged[0], 0U);
  flows.reserved = {512, 0};
  flows.divide(156);
  EXPECT_EQ(flows.octets[0], 11U * 48);
  // All that is wanted is worth one, however little.
  std::vector<FairShare::Claim> claims = {{0, 0, 1, 60, 70, 0, 0}, {1, 7, 1, 20'000, 0, 0, 0}};
  flows.share.divide(claims, flows.channel, 156, 100);
  EXPECT_EQ(claims[0].minislots, 2U);
  EXPECT_EQ(claims[1].minislots, 154U);
}

TEST(FairShare, WhereReservationsDoNotFitTheyTakeTurns) {
  Saturated flows(4);
  flows.reserved = {3'800, 3'800, 3'800, 3'800};  // two of them fill a MAP
  for (int map = 0; map < 100; ++map) {
    flows.divide(160);
  }
  for (const std::uint64_t octets : flows.octets) {
    EXPECT_NEAR(static_cast<double>(octets), 192'000, 7'680);
  }
}

// One flow on two channels, the other on the second alone; ten seconds of MAPs of 160 minislots.
TEST(FairShare, WhatOverlappingFlowsGetOnAllChannelsCounts) {
  Saturated flows(2);
  flows.share.set_overlapping(true);
  std::uint64_t octets[2] = {0, 0};
  const auto divide = [&](std::vector<FairShare::Claim> claims, TimePs now) {
    flows.share.begin_map(now);
    flows.share.divide(claims, flows.channel, 160, 100);
    flows.share.end_map(claims, flows.channel);
    for (const FairShare::Claim& claim : claims) {
      octets[claim.flow] += flows.channel.bytes_in(claim.minislots);
    }
  };
  const FairShare::Claim first{0, 0, 1, 200'000, 0, 0, 0};
  const FairShare::Claim second{1, 0, 1, 200'000, 0, 0, 0};
  TimePs now = 0;
  for (; now < 10 * kPsPerSecond; now += 2 * kPsPerMs) {
    divide({first}, now);
    divide({first, second}, now);
  }
  EXPECT_NEAR(static_cast<double>(octets[0]), 5'000 * 7'680, 20'000);
  // A second in which the second asks for nothing: it has not saved up a turn.
  for (; now < 11 * kPsPerSecond; now += 2 * kPsPerMs) divide({first}, now);
  flows.share.begin_waiting(1);
  octets[0] = octets[1] = 0;
  for (; now < 11 * kPsPerSecond + 100 * kPsPerMs; now += 2 * kPsPerMs)
    divide({first, second}, now);
  EXPECT_NEAR(static_cast<double>(octets[1]), 25 * 7'680, 3'044);
}

TEST(MapLayout, PlacesAsEarlyAsItMayAndTellsTheGaps) {
  MapLayout layout;
  layout.begin(4, 160);
  EXPECT_EQ(layout.free(), 156U);
  EXPECT_EQ(layout.place(0, 100, 5), 4U);
  EXPECT_EQ(layout.place(50, 60, 10), 50U);
  EXPECT_EQ(layout.place(50, 59, 10), std::nullopt);  // free again from 60 on
  EXPECT_EQ(layout.place(50, 60, 10), 60U);
  EXPECT_EQ(layout.place(45, 60, 5), 45U);
  EXPECT_EQ(layout.place(155, 160, 6), std::nullopt);
  EXPECT_EQ(layout.place(150, 160, 10), 150U);
  EXPECT_EQ(layout.free(), 156U - 40);
  const auto& gaps = layout.gaps(0);
  ASSERT_EQ(gaps.size(), 2U);
  EXPECT_EQ(gaps[0].first, 9U);
  EXPECT_EQ(gaps[0].end(), 45U);
  EXPECT_EQ(gaps[1].first, 70U);
  EXPECT_EQ(gaps[1].end(), 150U);
  EXPECT_EQ(layout.free_before(80), 46U);
  const auto& later = layout.gaps(40);
  ASSERT_EQ(later.size(), 1U);
  EXPECT_EQ(later[0].first, 74U);
}

TEST(ContentionSizer, FollowsTheLoadBetweenItsLimits) {
  ContentionSizer sizer(4, 64);
  EXPECT_EQ(sizer.opportunities(), 4U);
  for (int map = 0; map < 60; ++map) sizer.observe(5, 0);
  EXPECT_EQ(sizer.opportunities(), 10U);  // twice the attempts
  for (int map = 0; map < 60; ++map) sizer.observe(2, 5);
  EXPECT_EQ(sizer.opportunities(), 28U);  // 2 x (2 + 2.39 x 5)
  for (int map = 0; map < 60; ++map) sizer.observe(0, 60);
  EXPECT_EQ(sizer.opportunities(), 64U);
  for (int map = 0; map < 60; ++map) sizer.observe(0, 0);
  EXPECT_EQ(sizer.opportunities(), 4U);
  ContentionSizer fixed(6, 0);
  fixed.observe(100, 100);
  EXPECT_EQ(fixed.opportunities(), 6U);
}

TEST(Capacity, AStepLeavesExactlyItsRate) {
  const docsis::ChannelGeometry channel{docsis::ChannelParameters{}};  // 30.72 Mbit/s
  CapacityConfig config;
  config.steps = {{2 * kPsPerSecond, 10'000'000}, {4 * kPsPerSecond, 50'000'000}};
  Capacity capacity(config, channel, 2 * channel.rate_bps(), 1);
  EXPECT_EQ(capacity.minislots(kPsPerSecond, 160, 7'680), 160U);
  std::uint64_t sum = 0;
  for (int map = 0; map < 500; ++map) {
    sum += capacity.minislots(2 * kPsPerSecond, 160, 7'680);
  }
  // This channel carries half of the 10 Mbit/s of two: 625 000 bytes in a second of MAPs.
  EXPECT_EQ(sum, 625'000U / 48);
  EXPECT_NEAR(static_cast<double>(capacity.minislots(5 * kPsPerSecond, 160, 7'680)), 130, 1);
}

TEST(Capacity, DrawnGrantsAreUniformAroundTheirMean) {
  const docsis::ChannelGeometry channel{docsis::ChannelParameters{}};
  CapacityConfig config;
  config.mean_grant_bytes = 1'250;
  Capacity capacity(config, channel, channel.rate_bps(), 1);
  std::uint64_t sum = 0;
  std::uint32_t least = UINT32_MAX;
  std::uint32_t most = 0;
  for (int map = 0; map < 20'000; ++map) {
    const std::uint32_t minislots = capacity.minislots(0, 160, 7'680);
    sum += minislots;
    least = std::min(least, minislots);
    most = std::max(most, minislots);
  }
  EXPECT_NEAR(static_cast<double>(sum) * 48 / 20'000, 1'250, 5);
  EXPECT_EQ(least, 20U);  // 1000 bytes: 20.8 minislots, the rest is carried
  EXPECT_EQ(most, 32U);   // 1500 bytes: 31.25
}

struct ChangedChannel {
  const char* name;
  std::uint64_t phantom_load_bps;
  std::uint64_t left_bps;  // by steps; 0: none
  std::vector<std::uint64_t> channels_bps;
  std::uint64_t changed_bps;  // of the last one
  double granted_before_bps;
  double granted_after_bps;

  friend void PrintTo(const ChangedChannel& changed, std::ostream* out) { *out << changed.name; }
};

class OtherTraffic : public ::testing::TestWithParam<ChangedChannel> {
 protected:
  static CmtsConfig config() {
    CmtsConfig config = one_channel("docsis30");
    config.flows[0].request_unit_bytes = 16;
    config.capacity.phantom_load_bps = GetParam().phantom_load_bps;
    if (GetParam().left_bps > 0) config.capacity.steps = {{0, GetParam().left_bps}};
    config.channels.resize(GetParam().channels_bps.size(), config.channels[0]);
    for (unsigned i = 0; i < config.channels.size(); ++i) {
      config.channels[i].name = "us" + std::to_string(i);
      config.channels[i].channel_id = static_cast<std::uint8_t>(1 + i);
      config.channels[i].rate_bps = GetParam().channels_bps[i];
    }
    return config;
  }
  double granted_bps() {
    run_until(platform::now_ps() + 10 * kPsPerMs);  // MAPs from before
    const std::uint64_t before = bench_.cmts.scheduler().flow_counters(0).granted_bytes;
    run_until(platform::now_ps() + 200 * kPsPerMs);
    return static_cast<double>(bench_.cmts.scheduler().flow_counters(0).granted_bytes - before) *
           8 / 0.2;
  }

  SchedulerBench bench_{config()};
};

TEST_P(OtherTraffic, TakesAsMuchAfterAChannelChanged) {
  bench_.send(request_burst(bench_.channel(), bench_.map(5), 0, 1, 65'535));
  bench_.send(request_burst(bench_.channel(), bench_.map(6), 1, 1, 65'535));
  EXPECT_NEAR(granted_bps(), GetParam().granted_before_bps, 0.02e6);
  docsis::ChannelParameters changed = bench_.config.channels.back();
  changed.rate_bps = GetParam().changed_bps;
  ++changed.ucd_count;
  bench_.cmts.change_channel(static_cast<unsigned>(bench_.config.channels.size() - 1), changed);
  EXPECT_NEAR(granted_bps(), GetParam().granted_after_bps, 0.02e6);
}

INSTANTIATE_TEST_SUITE_P(
    Capacity, OtherTraffic,
    ::testing::Values(
        ChangedChannel{"Steps", 0, 10'000'000, {30'720'000}, 15'360'000, 10e6, 10e6},
        ChangedChannel{
            "LoadBelowTheNewRate", 10'000'000, 0, {30'720'000}, 15'360'000, 20.72e6, 5.36e6},
        ChangedChannel{"LoadAboveTheNewRate", 10'000'000, 0, {30'720'000}, 8'000'000, 20.72e6, 0},
        ChangedChannel{
            "LoadAndAFasterChannel", 5'000'000, 0, {10'240'000}, 30'720'000, 5.24e6, 25.72e6},
        ChangedChannel{
            "StepsOnTwoChannels", 0, 20'000'000, {30'720'000, 30'720'000}, 15'360'000, 20e6, 20e6},
        ChangedChannel{"LoadOnTwoChannels",
                       40'000'000,
                       0,
                       {30'720'000, 30'720'000},
                       15'360'000,
                       21.44e6,
                       6.08e6}),
    [](const auto& tested) { return tested.param.name; });

// Two thirds and one, then half and half.
TEST(Capacity, DrawnGrantsAreSharedByWhatChannelsCarryNow) {
  docsis::ChannelParameters parameters;
  const docsis::ChannelGeometry channel{parameters};
  CapacityConfig config;
  config.mean_grant_bytes = 1'500;
  config.variation_percent = 0;
  Capacity capacity(config, channel, channel.rate_bps() * 3 / 2, 1);
  const auto bytes = [&](std::uint64_t raw_bytes) {
    std::uint64_t minislots = 0;
    for (int map = 0; map < 1'000; ++map) minislots += capacity.minislots(0, 160, raw_bytes);
    return static_cast<double>(minislots * raw_bytes) / 160 / 1'000;
  };
  EXPECT_NEAR(bytes(7'680), 1'000, 1);
  parameters.rate_bps /= 2;
  const docsis::ChannelGeometry halved{parameters};
  capacity.change(halved, 2 * halved.rate_bps());
  EXPECT_NEAR(bytes(3'840), 750, 1);
}

TEST(Capacity, StepsGoThroughEveryTransitionOnce) {
  const CapacityConfig config = all_transitions({165, 200, 225, 250}, 10 * kPsPerSecond);
  ASSERT_EQ(config.steps.size(), 12U);
  EXPECT_EQ(config.period_ps, 120 * kPsPerSecond);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> seen;
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(config.steps[i].from, static_cast<TimePs>(i) * 10 * kPsPerSecond);
    seen.emplace_back(config.steps[i].rate_bps, config.steps[(i + 1) % 12].rate_bps);
    EXPECT_NE(seen.back().first, seen.back().second);
  }
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(std::unique(seen.begin(), seen.end()), seen.end());
}

TEST(MapScheduler, OtherTrafficLimitsGrantsToTheRateItLeaves) {
  CmtsConfig config = one_channel("docsis30");
  config.capacity.steps = {{0, 5'000'000}};
  SchedulerBench bench(config);
  bench.send(request_burst(bench.channel(), bench.map(3), 0, 1, 65'535));
  bench.map(5);
  const std::uint64_t before = bench.cmts.scheduler().flow_counters(0).granted_bytes;
  bench.map(55);
  const std::uint64_t granted = bench.cmts.scheduler().flow_counters(0).granted_bytes - before;
  EXPECT_NEAR(static_cast<double>(granted), 0.1 * 5e6 / 8, 48);  // in 50 MAPs
}

TEST(MapScheduler, AGrantMayHaveALargestSize) {
  CmtsConfig config = one_channel("docsis30");
  config.flows[0].scheduling.max_grant_bytes = 1'000;
  SchedulerBench bench(config);
  bench.send(request_burst(bench.channel(), bench.map(3), 0, 1, 1'000));
  for (std::size_t n = 5; n < 8; ++n) {
    const auto found = elements_of(bench.map(n).map, 1);
    ASSERT_EQ(found.size(), 2U);     // and a pending
    EXPECT_EQ(found[0].length, 21);  // 1008 bytes
  }
}

TEST(MapScheduler, TheRequestRegionGrowsWithTheLoad) {
  CmtsConfig config = one_channel("docsis30");
  config.scheduler.max_request_opportunities = 40;
  config.flows.resize(30);
  for (unsigned i = 0; i < 30; ++i) config.flows[i].sid = static_cast<std::uint16_t>(1 + i);
  SchedulerBench bench(config);
  std::uint32_t most = 0;
  for (std::size_t n = 3; n < 40; ++n) {
    const ReceivedMap map = bench.map(n);
    const std::uint32_t region = map.map.elements[0].length;
    most = std::max(most, region);
    for (std::uint16_t sid = 1; sid <= 10; ++sid) {  // pairs collide
      bench.send(request_burst(bench.channel(), map, (sid / 2U) % region, sid, 1));
    }
  }
  EXPECT_GE(most, 20U);
  bench.map(120);
  EXPECT_EQ(bench.plant.maps.back().map.elements[0].length, 4);
}

}  // namespace
}  // namespace docsis_vp::cmts::sharing_test
