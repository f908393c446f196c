// Modems that send in different data profiles of one OFDMA channel.
#include <gtest/gtest.h>

#include "tests/models/cmts/scheduler_bench.h"

namespace docsis_vp::cmts::data_profiles_test {
namespace {

constexpr std::uint8_t kRobust = docsis::kIucData12;

// Minislots of 48 bytes, or of 16 for the second flow. Grants begin with the allocation.
CmtsConfig two_profiles() {
  CmtsConfig config = one_channel("docsis31");
  config.channels[0].profile_bytes[kRobust] = 16;
  config.flows.resize(2);
  config.flows[1].sid = 2;
  config.flows[1].modem = 1;
  config.flows[1].data_iuc = kRobust;
  config.downstream.modems.resize(2);
  config.map_phase_ps = 0;
  config.grant_offset_ps = 0;
  config.scheduler.request_opportunities = 2;
  return config;
}

struct Granted {
  std::uint8_t iuc = 0;
  unsigned minislots = 0;
  unsigned pendings = 0;
};

// All that later MAPs give a SID.
Granted granted(const SchedulerBench& bench, std::uint16_t sid) {
  Granted sum;
  for (const ReceivedMap& map : bench.plant.maps) {
    for (const docsis::MapElement& element : elements_of(map.map, sid)) {
      sum.iuc = element.iuc;
      sum.minislots += element.length;
      sum.pendings += element.length == 0 ? 1 : 0;
    }
  }
  return sum;
}

TEST(DataProfiles, AGrantIsAsLongAsItsProfileNeeds) {
  SchedulerBench bench(two_profiles());
  const ReceivedMap map = bench.map(4);
  // 472 bytes each, and a segment header.
  bench.send(request_burst(bench.channel(), map, 0, 1, 118));
  bench.send(request_burst(bench.channel(), map, 1, 2, 118));
  bench.map(9);
  EXPECT_EQ(granted(bench, 1).iuc, docsis::kIucAdvancedLongData);
  EXPECT_EQ(granted(bench, 1).minislots, 10U);
  EXPECT_EQ(granted(bench, 2).iuc, kRobust);
  EXPECT_EQ(granted(bench, 2).minislots, 30U);
  EXPECT_EQ(bench.cmts.scheduler().flow_counters(0).granted_bytes, 480U);
  EXPECT_EQ(bench.cmts.scheduler().flow_counters(1).granted_bytes, 480U);
  EXPECT_EQ(bench.cmts.scheduler().waiting_bytes(1), 0U);
}

// Where a MAP is too small for both they get the same bytes, not the same time.
TEST(DataProfiles, SharesAreOfBytes) {
  CmtsConfig config = two_profiles();
  config.channels[0].minislots_per_frame = 4;
  SchedulerBench bench(config);
  const ReceivedMap map = bench.map(4);
  bench.send(request_burst(bench.channel(), map, 0, 1, 8'000));
  bench.send(request_burst(bench.channel(), map, 1, 2, 8'000));
  bench.map(14);
  const auto& first = bench.cmts.scheduler().flow_counters(0);
  const auto& second = bench.cmts.scheduler().flow_counters(1);
  ASSERT_GT(granted(bench, 1).pendings, 3U);
  ASSERT_GT(first.granted_bytes, 5'000U);
  EXPECT_NEAR(static_cast<double>(first.granted_bytes), static_cast<double>(second.granted_bytes),
              1'600);
  EXPECT_GT(granted(bench, 2).minislots, 2 * granted(bench, 1).minislots);
}

TEST(DataProfiles, AModemIsGivenAnotherFromTheNextMapOn) {
  SchedulerBench bench(two_profiles());
  bench.map(4);
  bench.cmts.change_data_profile(1, docsis::kIucAdvancedLongData);
  bench.send(request_burst(bench.channel(), bench.map(5), 0, 2, 118));
  bench.map(9);
  EXPECT_EQ(granted(bench, 2).iuc, docsis::kIucAdvancedLongData);
  EXPECT_EQ(granted(bench, 2).minislots, 10U);
  EXPECT_THROW(bench.cmts.change_data_profile(1, docsis::kIucRequest), InputError);
}

TEST(DataProfiles, UnsolicitedGrantsKeepTheirSizeInBytes) {
  CmtsConfig config = two_profiles();
  config.flows[1].scheduling.type = docsis::SchedulingType::kUgs;
  config.flows[1].scheduling.unsolicited_grant_bytes = 232;
  SchedulerBench bench(config);
  run_until(200 * kPsPerMs);
  bench.cmts.change_data_profile(1, docsis::kIucAdvancedLongData);
  const std::size_t before = bench.plant.maps.size();
  run_until(400 * kPsPerMs);
  unsigned of_each[2] = {0, 0};
  for (std::size_t n = 0; n < bench.plant.maps.size(); ++n) {
    for (const docsis::MapElement& element : elements_of(bench.plant.maps[n].map, 2)) {
      const bool robust = element.iuc == kRobust;
      EXPECT_EQ(robust, n < before);
      EXPECT_EQ(element.length, robust ? 15U : 5U);  // 240 bytes
      ++of_each[robust ? 1 : 0];
    }
  }
  EXPECT_NEAR(of_each[0], 10, 1);
  EXPECT_NEAR(of_each[1], 10, 1);
  EXPECT_EQ(bench.cmts.scheduler().flow_counters(1).beyond_jitter, 0U);
}

}  // namespace
}  // namespace docsis_vp::cmts::data_profiles_test
