// Flows that change channels, and channels that change what they carry, while the rest goes on.
#include <gtest/gtest.h>

#include "tests/models/cmts/scheduler_bench.h"

namespace docsis_vp::cmts::channel_change_test {
namespace {

// The flow is on the first of two channels.
CmtsConfig two_channels() {
  CmtsConfig config = one_channel("docsis30");
  config.channels.push_back(config.channels[0]);
  config.channels[1].name = "second";
  config.channels[1].channel_id = 2;
  config.flows[0].channels = {0};
  config.map_phase_ps = 0;
  return config;
}

ReceivedMap latest(const SchedulerBench& bench, unsigned channel) {
  for (auto map = bench.plant.maps.rbegin();; ++map) {
    if (map->channel == channel) return *map;
  }
}

TEST(ChannelChange, AMovedFlowIsGrantedWhereItIsNow) {
  SchedulerBench bench(two_channels());
  run_until(10 * kPsPerMs + 1);
  bench.cmts.assign(0, {1});
  bench.send(request_burst(bench.channel(), latest(bench, 1), 0, 1, 1'000));
  run_until(30 * kPsPerMs);
  EXPECT_EQ(bench.cmts.scheduler().counters(0).grants, 0U);
  EXPECT_EQ(bench.cmts.scheduler().counters(1).grants, 1U);
}

TEST(ChannelChange, RequestsOfAChannelTakenAwayAreForgottenWithoutAPending) {
  SchedulerBench bench(two_channels());
  run_until(10 * kPsPerMs + 1);
  bench.send(request_burst(bench.channel(), latest(bench, 0), 0, 1, 10'000));
  run_until(15 * kPsPerMs);  // granted in part
  const std::uint64_t held = bench.cmts.scheduler().waiting_bytes(0);
  ASSERT_GT(held, 0U);
  const std::uint64_t grants = bench.cmts.scheduler().counters(0).grants;
  ASSERT_GT(grants, 0U);
  bench.cmts.assign(0, {1});
  EXPECT_EQ(bench.cmts.scheduler().waiting_bytes(0), 0U);
  EXPECT_EQ(bench.cmts.scheduler().flow_counters(0).forgotten_bytes, held);
  const std::size_t before = bench.plant.maps.size();
  run_until(30 * kPsPerMs);
  for (std::size_t n = before; n < bench.plant.maps.size(); ++n) {
    EXPECT_TRUE(elements_of(bench.plant.maps[n].map, 1).empty());
  }
  EXPECT_EQ(bench.cmts.scheduler().counters(0).grants, grants);
}

TEST(ChannelChange, AGrantThatWasSentIsStillHeardAfterTheMove) {
  SchedulerBench bench(two_channels());
  run_until(10 * kPsPerMs + 1);
  bench.send(request_burst(bench.channel(), latest(bench, 0), 0, 1, 100));
  while (bench.cmts.scheduler().counters(0).grants == 0) {
    run_until(platform::now_ps() + kPsPerMs / 2);
  }
  run_until(platform::now_ps() + kPsPerMs / 2);  // built, then sent
  const ReceivedMap map = latest(bench, 0);
  const auto granted = elements_of(map.map, 1);
  ASSERT_EQ(granted.size(), 1U);
  bench.cmts.assign(0, {1});
  bench.send(segment_burst(bench.channel(), map, granted[0], 0, 0));
  run_until(platform::now_ps() + 10 * kPsPerMs);
  EXPECT_EQ(bench.cmts.receiver().counters().stray_bursts, 0U);
  EXPECT_EQ(bench.cmts.receiver().flow_counters(0).segments, 1U);
  EXPECT_EQ(bench.cmts.scheduler().flow_counters(0).unused_grants, 0U);
}

TEST(ChannelChange, UnsolicitedGrantsMoveWithoutAGapOrAPair) {
  CmtsConfig config = two_channels();
  config.flows[0].scheduling.type = docsis::SchedulingType::kUgs;
  SchedulerBench bench(config);
  run_until(100 * kPsPerMs + 1);
  bench.cmts.assign(0, {1});
  run_until(200 * kPsPerMs);
  std::vector<TimePs> starts;
  for (const ReceivedMap& map : bench.plant.maps) {
    for (const docsis::MapElement& element : elements_of(map.map, 1)) {
      starts.push_back(bench.channel().start(map.first + element.offset));
    }
  }
  EXPECT_GT(bench.cmts.scheduler().counters(1).grants, 3U);
  ASSERT_GE(starts.size(), 9U);
  for (std::size_t i = 1; i < starts.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(starts[i] - starts[i - 1]), 2e10, 2e9);
  }
}

TEST(ChannelChange, AnotherProfileComesWithAnotherUcdCount) {
  CmtsConfig config = one_channel("docsis30");
  config.grant_offset_ps = 500 * kPsPerUs;
  SchedulerBench bench(config);
  bench.map(3);
  docsis::ChannelParameters slower = config.channels[0];
  slower.rate_bps /= 2;
  EXPECT_THROW(bench.cmts.change_channel(0, slower), InputError);  // the old UCD count
  ++slower.ucd_count;
  bench.cmts.change_channel(0, slower);
  const ReceivedMap map = bench.map(4);
  EXPECT_EQ(map.map.ucd_count, slower.ucd_count);
  bench.send(request_burst(bench.channel(), map, 0, 1, 379));
  EXPECT_EQ(elements_of(bench.map(6).map, 1).at(0).length, 64);  // minislots of 24 bytes
  EXPECT_EQ(bench.map(6).map.elements[0].length, 4);
  slower.rate_bps = 1'000'000;  // 5 minislots for 7 octets
  ++slower.ucd_count;
  bench.cmts.change_channel(0, slower);
  EXPECT_EQ(bench.map(bench.plant.maps.size() + 1).map.elements[0].length, 4 * 5);
  slower.ticks_per_minislot *= 2;
  ++slower.ucd_count;
  EXPECT_THROW(bench.cmts.change_channel(0, slower), InputError);
}

}  // namespace
}  // namespace docsis_vp::cmts::channel_change_test
