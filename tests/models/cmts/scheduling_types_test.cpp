// Polls and unsolicited grants: when they come, how large they are, what makes them stop.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/models/cmts/scheduler_bench.h"

namespace docsis_vp::cmts::scheduling_types_test {
namespace {

using docsis::SchedulingType;

// Every interval begins in t0 + n x interval .. + jitter, none is left out.
void expect_in_step(const std::vector<PlacedInterval>& found, TimePs interval, TimePs jitter) {
  ASSERT_GE(found.size(), 10U);
  TimePs earliest = found[0].start;
  for (std::size_t n = 0; n < found.size(); ++n) {
    earliest = std::min(earliest, found[n].start - static_cast<TimePs>(n) * interval);
  }
  for (std::size_t n = 0; n < found.size(); ++n) {
    EXPECT_LE(found[n].start - earliest - static_cast<TimePs>(n) * interval, jitter) << n;
  }
}

class InStep : public testing::TestWithParam<TimePs> {};

TEST_P(InStep, UnsolicitedGrantsComeWithoutARequest) {
  const TimePs interval = GetParam();
  CmtsConfig config = with_type(SchedulingType::kUgs);
  set_grants(config.flows[0], 232, interval, 800 * kPsPerUs, 1, 8);
  SchedulerBench bench(config);
  run_until(30 * interval);
  const auto grants = intervals(bench, 1, false);
  expect_in_step(grants, interval, 800 * kPsPerUs);
  for (const PlacedInterval& grant : grants) {
    EXPECT_EQ(grant.minislots, 5U);  // 232 + 8 bytes in minislots of 48
  }
  const auto& flow = bench.cmts.scheduler().flow_counters(0);
  EXPECT_EQ(flow.unsolicited_grants, grants.size());
  EXPECT_EQ(flow.grants, grants.size());
  EXPECT_EQ(flow.unsolicited_bytes, grants.size() * 240);
  EXPECT_EQ(flow.beyond_jitter, 0U);
  EXPECT_EQ(flow.requests, 0U);
}

TEST_P(InStep, PollsComeOneOpportunityAtATime) {
  CmtsConfig config = with_type(SchedulingType::kRealTimePolling);
  set_polls(config.flows[0], GetParam(), kPsPerMs);
  SchedulerBench bench(config);
  run_until(30 * GetParam());
  const auto polls = intervals(bench, 1, true);
  expect_in_step(polls, GetParam(), kPsPerMs);
  for (const PlacedInterval& poll : polls) {
    EXPECT_EQ(poll.minislots, 1U);
  }
  EXPECT_EQ(bench.cmts.scheduler().flow_counters(0).polls, polls.size());
  EXPECT_TRUE(intervals(bench, 1, false).empty());
}

INSTANTIATE_TEST_SUITE_P(Intervals, InStep,
                         testing::Values(20 * kPsPerMs, 10 * kPsPerMs, 7'300 * kPsPerUs));

TEST(SchedulingTypes, GrantsPerIntervalComeTogether) {
  CmtsConfig config = with_type(SchedulingType::kUgs);
  config.flows[0].scheduling.grants_per_interval = 3;
  SchedulerBench bench(config);
  run_until(200 * kPsPerMs);
  const auto grants = intervals(bench, 1, false);
  ASSERT_GE(grants.size(), 24U);
  for (std::size_t i = 0; i + 3 <= grants.size(); i += 3) {
    EXPECT_EQ(grants[i].map, grants[i + 2].map);
    EXPECT_EQ(grants[i + 1].element.offset, grants[i].element.offset + 5);
    EXPECT_EQ(grants[i + 2].element.offset, grants[i].element.offset + 10);
  }
}

// Waits for a new poll of a SID and uses it at once.
void use_next_poll(SchedulerBench& bench, std::uint16_t sid, std::uint16_t sender, unsigned units) {
  const std::size_t before = intervals(bench, sid, true).size();
  while (intervals(bench, sid, true).size() == before) {
    run_until(platform::now_ps() + bench.config.timing.map_interval_ps / 4);
  }
  const PlacedInterval poll = intervals(bench, sid, true).back();
  const ReceivedMap map = *poll.map;
  bench.send(request_burst(bench.channel(), map, poll.element.offset, sender, units));
}

// As many as are let in, one behind the other, and a grant for each request.
TEST(SchedulingTypes, PollsLeaveElementsForGrants) {
  constexpr UpstreamFlow kPolled = 6;
  constexpr UpstreamFlow kAsking = 4;
  CmtsConfig config = with_type(SchedulingType::kRealTimePolling);
  config.max_elements = 2 * kPolled + 6;
  set_polls(config.flows[0], config.timing.map_interval_ps, 500 * kPsPerUs);
  config.flows.resize(kPolled, config.flows[0]);
  config.flows.resize(kPolled + kAsking);
  for (UpstreamFlow flow = 0; flow < kPolled + kAsking; ++flow) {
    config.flows[flow].sid = static_cast<std::uint16_t>(flow + 1);
  }
  SchedulerBench bench(config);
  const ReceivedMap asked = bench.map(6);
  for (unsigned i = 0; i < kAsking; ++i) {
    bench.send(
        request_burst(bench.channel(), asked, i, static_cast<std::uint16_t>(kPolled + 1 + i), 200));
  }
  const ReceivedMap answer = bench.map(8);
  EXPECT_LE(answer.map.elements.size(), config.max_elements);
  for (std::uint16_t sid = 1; sid <= kPolled + kAsking; ++sid) {
    const auto names = [sid](const docsis::MapElement& element) { return element.sid == sid; };
    EXPECT_EQ(std::count_if(answer.map.elements.begin(), answer.map.elements.end(), names), 1)
        << sid;
  }
}

TEST(SchedulingTypes, APollIsForItsFlowAlone) {
  CmtsConfig config = with_type(SchedulingType::kRealTimePolling);
  config.flows.resize(2);
  config.flows[1].sid = 2;
  SchedulerBench bench(config);
  use_next_poll(bench, 1, 2, 100);
  run_until(platform::now_ps() + 10 * kPsPerMs);
  EXPECT_EQ(bench.cmts.receiver().counters().stray_bursts, 1U);
  EXPECT_TRUE(intervals(bench, 2, false).empty());
  use_next_poll(bench, 1, 1, 100);
  run_until(platform::now_ps() + 10 * kPsPerMs);
  EXPECT_EQ(bench.cmts.receiver().counters().requests, 1U);
  EXPECT_EQ(intervals(bench, 1, false).size(), 1U);
}

TEST(SchedulingTypes, ActivityDetectionGoesFromGrantsToPollsAndBack) {
  CmtsConfig config = with_type(SchedulingType::kUgsActivityDetection);
  set_grants(config.flows[0], 232, 10 * kPsPerMs, 2 * kPsPerMs, 1, 5);
  set_polls(config.flows[0], 20 * kPsPerMs, 2 * kPsPerMs);
  SchedulerBench bench(config);
  run_until(200 * kPsPerMs);
  const std::size_t silent_grants = intervals(bench, 1, false).size();
  // Five stay unused, and one more is given before the fifth is known to be.
  EXPECT_GE(silent_grants, 5U);
  EXPECT_LE(silent_grants, 6U);
  EXPECT_GE(intervals(bench, 1, true).size(), 5U);
  use_next_poll(bench, 1, 1, 58);
  run_until(platform::now_ps() + 60 * kPsPerMs);
  const auto grants = intervals(bench, 1, false);
  ASSERT_GT(grants.size(), silent_grants + 2);
  for (std::size_t i = silent_grants + 1; i < grants.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(grants[i].start - grants[i - 1].start), 1e10, 2e9);
  }
}

TEST(SchedulingTypes, UnusedGrantsOfUgsNeitherStopNorEarnTokens) {
  CmtsConfig config = with_type(SchedulingType::kUgs);
  config.flows[0].max_sustained_rate_bps = 1'000'000;
  SchedulerBench bench(config);
  run_until(1'000 * kPsPerMs);
  const auto& flow = bench.cmts.scheduler().flow_counters(0);
  EXPECT_GE(flow.unsolicited_grants, 49U);
  EXPECT_GE(flow.unused_grants, 48U);
}

TEST(SchedulingTypes, AHundredVoiceFlowsKeepTheirJitterBesideALoad) {
  CmtsConfig config = one_channel("docsis30");
  config.flows.resize(101);
  for (unsigned i = 0; i <= 100; ++i) {
    config.flows[i].sid = static_cast<std::uint16_t>(1 + i);
    if (i > 0) config.flows[i].scheduling.type = SchedulingType::kUgs;
  }
  SchedulerBench bench(config);
  bench.send(request_burst(bench.channel(), bench.map(3), 0, 1, 65'535));
  run_until(platform::now_ps() + 60 * kPsPerMs);
  for (unsigned i = 1; i <= 100; ++i) {
    const auto& flow = bench.cmts.scheduler().flow_counters(i);
    EXPECT_EQ(flow.beyond_jitter, 0U);
    EXPECT_GE(flow.unsolicited_grants, 2U);
  }
  EXPECT_GT(bench.cmts.scheduler().flow_counters(0).granted_bytes, 120'000U);
  for (const ReceivedMap& map : bench.plant.maps) {
    std::uint32_t end = 0;
    for (const docsis::MapElement& element : map.map.elements) {
      if (element.length == 0) continue;
      EXPECT_EQ(element.offset, end);  // nothing overlaps, nothing is left out
      end += element.length;
    }
    EXPECT_EQ(end, 160U);
  }
}

// 36 flows of 480 bytes every 5 ms are 27.6 Mbit/s, on a channel of 30.72 that comes to carry half.
TEST(SchedulingTypes, WhereMoreIsOwedThanFitsTheOldestAreGivenUp) {
  CmtsConfig config = one_channel("docsis30");
  config.flows.resize(36);
  for (unsigned i = 0; i < 36; ++i) {
    config.flows[i].sid = static_cast<std::uint16_t>(1 + i);
    config.flows[i].scheduling.type = SchedulingType::kUgs;
    set_grants(config.flows[i], 472, 5 * kPsPerMs, kPsPerMs, 1, 8);
  }
  SchedulerBench bench(config);
  bench.map(0);
  docsis::ChannelParameters slower = config.channels[0];
  slower.rate_bps /= 2;
  ++slower.ucd_count;
  bench.cmts.change_channel(0, slower);
  run_until(500 * kPsPerMs);
  std::uint64_t grants = 0;
  std::uint64_t missing = 0;
  for (unsigned i = 0; i < 36; ++i) {
    const auto& flow = bench.cmts.scheduler().flow_counters(i);
    grants += flow.unsolicited_grants;
    missing += 100 - flow.unsolicited_grants;
    EXPECT_GE(flow.beyond_jitter + 2, 100 - flow.unsolicited_grants);
  }
  // 7 of 20 minislots in each of 250 MAPs, which have room for 156.
  EXPECT_NEAR(static_cast<double>(grants), 1'750, 25);
  EXPECT_GT(missing, 1'700U);
}

// The same with 12 flows of higher priority: 18.5 of 36 grants of an interval do not fit. The rate
// makes grants of 20 or 21 minislots; a MAP has room for seven of either.
class TooManyGrants : public testing::TestWithParam<std::uint64_t> {};

TEST_P(TooManyGrants, AreGivenUpByPriorityAndThenEvenly) {
  CmtsConfig config = one_channel("docsis30");
  config.flows.resize(36);
  for (unsigned i = 0; i < 36; ++i) {
    config.flows[i].sid = static_cast<std::uint16_t>(1 + i);
    config.flows[i].scheduling.type = SchedulingType::kUgs;
    config.flows[i].priority = i % 3 == 2 ? 5 : 0;
    set_grants(config.flows[i], 472, 5 * kPsPerMs, kPsPerMs, 1, 8);
  }
  SchedulerBench bench(config);
  bench.map(0);
  docsis::ChannelParameters slower = config.channels[0];
  slower.rate_bps = GetParam();
  ++slower.ucd_count;
  bench.cmts.change_channel(0, slower);
  run_until(kPsPerSecond);
  std::uint64_t least = UINT64_MAX;
  std::uint64_t most = 0;
  for (unsigned i = 0; i < 36; ++i) {
    const auto& flow = bench.cmts.scheduler().flow_counters(i);
    if (config.flows[i].priority > 0) {
      EXPECT_GE(flow.unsolicited_grants, 198U) << i;
      EXPECT_EQ(flow.superseded, 0U) << i;
    } else {
      least = std::min(least, flow.unsolicited_grants);
      most = std::max(most, flow.unsolicited_grants);
    }
  }
  // 3'500 grants in all, 2'400 of them of priority 5.
  EXPECT_NEAR(static_cast<double>(least + most) / 2, 1'100 / 24.0, 4);
  EXPECT_LE(most - least, 3U);
}

INSTANTIATE_TEST_SUITE_P(SchedulingTypes, TooManyGrants, testing::Values(15'360'000U, 14'720'000U));

// A grant of 400 us every 7 ms and one of 62.5 us every 7.1 ms, 300 us of tolerance each: by
// deadline alone the short one is late where it falls due just behind the long one.
TEST(SchedulingTypes, AGrantWaitsWithinItsToleranceForOneThatCannot) {
  CmtsConfig config = one_channel("docsis30");
  config.flows.resize(2);
  config.flows[0].scheduling.type = SchedulingType::kUgs;
  set_grants(config.flows[0], 1'524, 7'000 * kPsPerUs, 300 * kPsPerUs, 1, 8);
  config.flows[1].sid = 2;
  config.flows[1].scheduling.type = SchedulingType::kUgs;
  set_grants(config.flows[1], 224, 7'100 * kPsPerUs, 300 * kPsPerUs, 1, 8);
  SchedulerBench bench(config);
  run_until(2 * kPsPerSecond);
  for (unsigned i = 0; i < 2; ++i) {
    EXPECT_EQ(bench.cmts.scheduler().flow_counters(i).beyond_jitter, 0U) << i;
    EXPECT_GE(bench.cmts.scheduler().flow_counters(i).unsolicited_grants, 280U);
  }
}

TEST(SchedulingTypes, AGrantThatNoMapCanHoldIsRefused) {
  CmtsConfig config = with_type(SchedulingType::kUgs);
  config.flows[0].scheduling.unsolicited_grant_bytes = 156 * 48 - 8;
  SchedulerBench fits(config);
  config.flows[0].scheduling.unsolicited_grant_bytes += 1;
  EXPECT_THROW(SchedulerBench{config}, InputError);
}

TEST(SchedulingTypes, ARequestGoesOnBehindAnUnsolicitedGrantWithAnotherHeader) {
  CmtsConfig config = with_type(SchedulingType::kBestEffort);
  config.flows.resize(2);
  config.flows[1].sid = 2;
  config.flows[1].scheduling.type = SchedulingType::kUgs;
  set_grants(config.flows[1], 232, 7'300 * kPsPerUs, 100 * kPsPerUs, 1, 8);
  SchedulerBench bench(config);
  constexpr unsigned kUnits = 50'000;
  bench.send(request_burst(bench.channel(), bench.map(3), 0, 1, kUnits));
  run_until(platform::now_ps() + 80 * kPsPerMs);
  std::size_t split = 0;
  std::uint64_t payload = 0;
  for (const ReceivedMap& map : bench.plant.maps) {
    std::size_t pieces = 0;
    for (const docsis::MapElement& element : elements_of(map.map, 1)) {
      if (element.length == 0) continue;
      ++pieces;
      payload += bench.channel().bytes_in(element.length) - docsis::kSegmentHeaderBytes;
    }
    split += pieces > 1 ? 1 : 0;
  }
  EXPECT_GE(split, 4U);
  EXPECT_GE(payload, kUnits * 4U);
  EXPECT_LT(payload, kUnits * 4U + 48);
  EXPECT_EQ(bench.cmts.scheduler().waiting_bytes(0), 0U);
}

struct Series {
  unsigned grant_bytes;
  TimePs interval;
  TimePs jitter;
  unsigned per_interval;
};

// Minislots of 8 bytes, of which other traffic leaves 25 in a MAP.
CmtsConfig with_little_left(const Series& ugs) {
  CmtsConfig config = one_channel("docsis30", 5'120'000);
  config.flows.resize(2);
  config.flows[0].scheduling.type = SchedulingType::kUgs;
  set_grants(config.flows[0], ugs.grant_bytes, ugs.interval, ugs.jitter, ugs.per_interval, 8);
  config.flows[1].sid = 2;
  config.capacity.steps = {{0, 800'000}};
  return config;
}

// Minislots granted to one SID in a MAP.
std::uint32_t granted_minislots(const ReceivedMap& map, std::uint16_t sid) {
  std::uint32_t granted = 0;
  for (const docsis::MapElement& element : elements_of(map.map, sid)) {
    granted += element.length;
  }
  return granted;
}

struct Withheld {
  const char* what;
  Series ugs;
  std::uint32_t most_put_by;  // minislots: less than one grant has
  double grants;              // in 200 ms, but for what the beginning and the end cost
  double beyond_jitter;
};

class LittleIsLeft : public testing::TestWithParam<Withheld> {};

// Beside a flow that takes all it can from the first MAPs on.
TEST_P(LittleIsLeft, UnsolicitedGrantsComeFirstAndWaitUntilThereIsEnough) {
  constexpr std::uint32_t kLeft = 25;
  constexpr unsigned kFirstMaps = 8;
  const Withheld& expected = GetParam();
  SchedulerBench bench(with_little_left(expected.ugs));
  bench.send(request_burst(bench.channel(), bench.map(3), 0, 2, 50'000));
  run_until(200 * kPsPerMs);
  std::uint32_t left = 0;
  std::uint32_t granted = 0;
  unsigned maps = 0;
  for (const ReceivedMap& map : bench.plant.maps) {
    left += kLeft;
    granted += granted_minislots(map, 1) + granted_minislots(map, 2);
    ASSERT_LE(granted, left);
    ++maps;
    if (maps == kFirstMaps) left = granted + expected.most_put_by;
    ASSERT_TRUE(maps < kFirstMaps || granted + 2 * expected.most_put_by >= left) << maps;
  }
  const auto& flow = bench.cmts.scheduler().flow_counters(0);
  EXPECT_NEAR(static_cast<double>(flow.unsolicited_grants), expected.grants,
              1.5 * expected.ugs.per_interval);
  EXPECT_NEAR(static_cast<double>(flow.beyond_jitter), expected.beyond_jitter,
              expected.beyond_jitter > 0 ? 1.5 : 0);
}

// With 14 minislots three are due at a time: one per MAP, and a third that two MAPs save. For 126
// minislots six MAPs save: a series of 20 ms waits for them, one of 5 ms owes twice the capacity.
INSTANTIATE_TEST_SUITE_P(
    SchedulingTypes, LittleIsLeft,
    testing::Values(Withheld{"small", {100, 20 * kPsPerMs, 3 * kPsPerMs, 3}, 13, 30, 0},
                    Withheld{"within", {1'000, 20 * kPsPerMs, 14 * kPsPerMs, 1}, 125, 10, 0},
                    Withheld{"late", {1'000, 20 * kPsPerMs, 4 * kPsPerMs, 1}, 125, 10, 10},
                    Withheld{"too_much", {1'000, 5 * kPsPerMs, 4 * kPsPerMs, 1}, 125, 19, 39}),
    [](const testing::TestParamInfo<Withheld>& each) { return each.param.what; });

TEST(SchedulingTypes, WhereOtherTrafficLeavesNothingPollsAloneCome) {
  CmtsConfig config = with_type(SchedulingType::kUgs);
  config.flows.resize(2);
  config.flows[1].sid = 2;
  config.flows[1].scheduling.type = SchedulingType::kRealTimePolling;
  config.capacity.steps = {{0, 0}};
  SchedulerBench bench(config);
  run_until(200 * kPsPerMs);
  EXPECT_TRUE(intervals(bench, 1, false).empty());
  EXPECT_GE(bench.cmts.scheduler().flow_counters(0).beyond_jitter, 8U);
  EXPECT_NEAR(static_cast<double>(intervals(bench, 2, true).size()), 10, 1);
}

TEST(SchedulingTypes, SeriesWithoutSizeOrIntervalAreRefused) {
  CmtsConfig config = with_type(SchedulingType::kUgs);
  config.flows[0].scheduling.unsolicited_grant_bytes = 0;
  EXPECT_THROW(SchedulerBench{config}, InputError);
  config = with_type(SchedulingType::kRealTimePolling);
  config.flows[0].scheduling.nominal_polling_interval_us = 0;
  EXPECT_THROW(SchedulerBench{config}, InputError);
}

}  // namespace
}  // namespace docsis_vp::cmts::scheduling_types_test
