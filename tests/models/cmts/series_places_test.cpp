// Which channel unsolicited grants and polls come on, and when their series begin.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <string>

#include "models/cmts/channel_plan.h"
#include "tests/models/cmts/scheduler_bench.h"

namespace docsis_vp::cmts::series_places_test {
namespace {

using docsis::SchedulingType;

// G.711 calls, or polled flows, that tolerate no jitter.
CmtsConfig flows_of(SchedulingType type, unsigned count, std::uint64_t rate_bps) {
  CmtsConfig config = one_channel("docsis30", rate_bps);
  config.flows.resize(count);
  for (unsigned i = 0; i < count; ++i) {
    config.flows[i].sid = static_cast<std::uint16_t>(1 + i);
    config.flows[i].scheduling.type = type;
    set_grants(config.flows[i], 224, 20 * kPsPerMs, 0, 1, 8);
    set_polls(config.flows[i], 20 * kPsPerMs, 0);
  }
  return config;
}

void add_channel(CmtsConfig& config, std::uint64_t rate_bps) {
  docsis::ChannelParameters channel = config.channels[0];
  channel.name = "c" + std::to_string(config.channels.size());
  channel.channel_id = static_cast<std::uint8_t>(config.channels.size() + 1);
  channel.rate_bps = rate_bps;
  config.channels.push_back(channel);
}

std::uint64_t beyond_jitter(const SchedulerBench& bench) {
  std::uint64_t beyond = 0;
  for (UpstreamFlow flow = 0; flow < bench.config.flows.size(); ++flow) {
    beyond += bench.cmts.scheduler().flow_counters(flow).beyond_jitter;
  }
  return beyond;
}

// Grants and polls of every flow, each as often as its series says.
void expect_all_came(const SchedulerBench& bench, std::uint64_t times) {
  for (UpstreamFlow flow = 0; flow < bench.config.flows.size(); ++flow) {
    const auto& counters = bench.cmts.scheduler().flow_counters(flow);
    EXPECT_NEAR(static_cast<double>(counters.polls + counters.unsolicited_grants),
                static_cast<double>(times), 1.5)
        << flow;
  }
}

struct Load {
  const char* what;
  SchedulingType type;
  unsigned count;
  std::uint64_t rate_bps;
};

void PrintTo(const Load& load, std::ostream* stream) {
  *stream << load.what;
}

class WithoutJitter : public testing::TestWithParam<Load> {};

// On 5.12 Mbit/s a MAP of 160 minislots has room for 5 grants of 29 behind its request region.
TEST_P(WithoutJitter, NoSeriesIsEverInAnothersWay) {
  const Load& load = GetParam();
  SchedulerBench bench(flows_of(load.type, load.count, load.rate_bps));
  run_until(1'000 * kPsPerMs);
  EXPECT_EQ(beyond_jitter(bench), 0U);
  expect_all_came(bench, 50);
}

INSTANTIATE_TEST_SUITE_P(
    Loads, WithoutJitter,
    testing::Values(Load{"a MAP and a call", SchedulingType::kUgs, 6, 5'120'000},
                    Load{"all places", SchedulingType::kUgs, 50, 5'120'000},
                    Load{"a fast channel", SchedulingType::kUgs, 40, 30'720'000},
                    Load{"polls", SchedulingType::kRealTimePolling, 200, 30'720'000}),
    [](const auto& test) {
      std::string name = test.param.what;
      std::replace(name.begin(), name.end(), ' ', '_');
      return name;
    });

TEST(SeriesPlaces, PeriodsThatDivideEachOtherKeepOutOfEachOthersWay) {
  CmtsConfig config = flows_of(SchedulingType::kUgs, 12, 5'120'000);
  const TimePs periods[] = {20 * kPsPerMs, 10 * kPsPerMs, 5 * kPsPerMs, kPsPerMs};
  for (unsigned i = 0; i < 12; ++i) {
    config.flows[i].scheduling.nominal_grant_interval_us = in_us(periods[i % 4]);
    config.flows[i].scheduling.unsolicited_grant_bytes = i % 4 == 3 ? 24 : 100;
  }
  SchedulerBench bench(config);
  run_until(1'000 * kPsPerMs);
  EXPECT_EQ(beyond_jitter(bench), 0U);
}

TEST(SeriesPlaces, TheLargestRequestRegionIsLeftFree) {
  CmtsConfig config = flows_of(SchedulingType::kUgs, 1, 5'120'000);
  config.scheduler.max_request_opportunities = 40;
  SchedulerBench bench(config);
  run_until(100 * kPsPerMs);
  for (const ReceivedMap& map : bench.plant.maps) {
    for (const docsis::MapElement& element : elements_of(map.map, 1)) {
      EXPECT_GE(element.offset, 40U);
    }
  }
}

TEST(SeriesPlaces, ActivityDetectionPollsAreNotInTheWayOfOthersEither) {
  CmtsConfig config = flows_of(SchedulingType::kUgsActivityDetection, 25, 5'120'000);
  for (UpstreamFlowConfig& flow : config.flows)
    flow.scheduling.nominal_polling_interval_us = 10'000;
  SchedulerBench bench(config);
  run_until(1'000 * kPsPerMs);
  EXPECT_EQ(beyond_jitter(bench), 0U);
}

// Frames of 135 us and MAPs of 15 of them.
TEST(SeriesPlaces, OfOfdmaSeriesInStepWithItsFramesNeedNoJitter) {
  CmtsConfig config = flows_of(SchedulingType::kUgs, 300, 0);
  const CmtsConfig ofdma = one_channel("docsis31");
  config.timing = ofdma.timing;
  config.channels = ofdma.channels;
  for (UpstreamFlowConfig& flow : config.flows) {
    flow.scheduling.nominal_grant_interval_us = 20'250;
    flow.scheduling.unsolicited_grant_bytes = 1'500;
  }
  SchedulerBench bench(config);
  run_until(1'000 * kPsPerMs);
  EXPECT_EQ(beyond_jitter(bench), 0U);
  expect_all_came(bench, 49);
}

class Bonded : public testing::TestWithParam<SchedulingType> {};

TEST_P(Bonded, ChannelsShareWhatComesUnasked) {
  CmtsConfig config = flows_of(GetParam(), 60, 5'120'000);
  for (unsigned i = 1; i < 4; ++i) add_channel(config, 5'120'000);
  SchedulerBench bench(config);
  run_until(1'000 * kPsPerMs);
  for (unsigned channel = 0; channel < 4; ++channel) {
    const auto& counters = bench.cmts.scheduler().counters(channel);
    EXPECT_NEAR(static_cast<double>(counters.grants + counters.polls), 15 * 50.0, 20) << channel;
  }
  EXPECT_EQ(beyond_jitter(bench), 0U);
  expect_all_came(bench, 50);
}

INSTANTIATE_TEST_SUITE_P(Types, Bonded,
                         testing::Values(SchedulingType::kUgs, SchedulingType::kRealTimePolling));

TEST(SeriesPlaces, EachFlowComesOnChannelsOfItsOwn) {
  CmtsConfig config = flows_of(SchedulingType::kUgs, 8, 5'120'000);
  for (unsigned i = 1; i < 3; ++i) add_channel(config, 5'120'000);
  for (unsigned i = 0; i < 8; ++i) config.flows[i].channels = {1, 2};
  config.flows[7].channels = {1};
  SchedulerBench bench(config);
  run_until(1'000 * kPsPerMs);
  EXPECT_EQ(bench.cmts.scheduler().counters(0).grants, 0U);
  EXPECT_NEAR(static_cast<double>(bench.cmts.scheduler().counters(1).grants), 250, 6);
  EXPECT_NEAR(static_cast<double>(bench.cmts.scheduler().counters(2).grants), 150, 6);
}

// 1506 bytes and a segment header are more than 2 ms of 0.5 Mbit/s.
TEST(SeriesPlaces, AGrantTooLargeForAChannelComesOnAnother) {
  CmtsConfig config = flows_of(SchedulingType::kUgs, 1, 500'000);
  config.flows[0].scheduling.unsolicited_grant_bytes = 1'506;
  EXPECT_THROW(SchedulerBench{config}, InputError);
  add_channel(config, 30'720'000);
  SchedulerBench bench(config);
  run_until(1'000 * kPsPerMs);
  EXPECT_EQ(bench.cmts.scheduler().counters(0).grants, 0U);
  EXPECT_NEAR(static_cast<double>(bench.cmts.scheduler().counters(1).grants), 50, 1);
}

struct Limit {
  const char* what;
  CmtsConfig most;  // one flow more is too much
};

// Returns the flow that is refused; empty if none is.
std::optional<UpstreamFlow> refused(const CmtsConfig& config) {
  std::vector<ChannelPlan> plans = channel_plans(config);
  try {
    place_series(config, plans);
  } catch (const NotAdmitted& error) {
    return error.flow();
  }
  return std::nullopt;
}

// A grant of 126 minislots in every MAP leaves 30 of it, of which calls out of step take 4 each.
CmtsConfig large_and_small(unsigned calls) {
  CmtsConfig config = flows_of(SchedulingType::kUgs, 1 + calls, 5'120'000);
  for (UpstreamFlowConfig& flow : config.flows) {
    set_grants(flow, 24, 7'300 * kPsPerUs, 2 * kPsPerMs, 1, 8);
  }
  set_grants(config.flows[0], 1'000, 2 * kPsPerMs, 2 * kPsPerMs, 1, 8);
  return config;
}

TEST(SeriesPlaces, OneFlowMoreThanTheChannelCarriesIsRefused) {
  CmtsConfig large = flows_of(SchedulingType::kUgs, 6, 5'120'000);  // 126 minislots of a MAP
  for (UpstreamFlowConfig& flow : large.flows) {
    flow.scheduling.unsolicited_grant_bytes = 1'000;
    flow.scheduling.nominal_grant_interval_us = 10'000;
  }
  CmtsConfig polls = flows_of(SchedulingType::kRealTimePolling, 118, 30'720'000);
  for (UpstreamFlowConfig& flow : polls.flows) flow.scheduling.nominal_polling_interval_us = 2'000;
  CmtsConfig out_of_step = flows_of(SchedulingType::kUgs, 19, 5'120'000);
  for (UpstreamFlowConfig& flow : out_of_step.flows) {
    flow.scheduling.nominal_grant_interval_us = 7'300;
    flow.scheduling.tolerated_grant_jitter_us = 3'000;
  }
  const std::vector<Limit> limits = {{"calls", flows_of(SchedulingType::kUgs, 51, 5'120'000)},
                                     {"large grants", large},
                                     {"elements of a MAP, of which a grant needs some too", polls},
                                     {"calls out of step with the MAPs", out_of_step},
                                     {"what large grants leave of MAPs", large_and_small(28)}};
  for (const Limit& limit : limits) {
    CmtsConfig config = limit.most;
    EXPECT_EQ(refused(config), config.flows.size() - 1) << limit.what;
    config.flows.pop_back();
    EXPECT_EQ(refused(config), std::nullopt) << limit.what;
  }
}

TEST(SeriesPlaces, WhatIsAdmittedBesideLargeGrantsComes) {
  SchedulerBench bench(large_and_small(20));
  run_until(730 * kPsPerMs);
  for (UpstreamFlow flow = 0; flow <= 20; ++flow) {
    const auto& counters = bench.cmts.scheduler().flow_counters(flow);
    EXPECT_NEAR(static_cast<double>(counters.unsolicited_grants), flow == 0 ? 365 : 100, 3) << flow;
  }
}

TEST(SeriesPlaces, MoreGrantsAtATimeThanMapsHoldAreRefused) {
  CmtsConfig config = flows_of(SchedulingType::kUgs, 1, 30'720'000);
  set_grants(config.flows[0], 16, 250 * kPsPerUs, 0, 127, 8);
  EXPECT_EQ(refused(config), 0U);
  EXPECT_THROW(SchedulerBench{config}, InputError);
}

TEST(SeriesPlaces, AFlowThatMovesGoesWhereNothingIsInItsWay) {
  CmtsConfig config = flows_of(SchedulingType::kUgs, 3, 5'120'000);
  for (unsigned i = 1; i < 3; ++i) add_channel(config, 5'120'000);
  for (unsigned i = 0; i < 3; ++i) config.flows[i].channels = {i};
  SchedulerBench bench(config);
  run_until(100 * kPsPerMs);
  bench.cmts.assign(0, {0, 1});  // it can stay
  run_until(platform::now_ps() + 100 * kPsPerMs);
  EXPECT_NEAR(static_cast<double>(bench.cmts.scheduler().counters(1).grants), 10, 1.5);
  bench.cmts.assign(1, {2});
  bench.cmts.assign(0, {1, 2});
  run_until(platform::now_ps() + 200 * kPsPerMs);
  EXPECT_NEAR(static_cast<double>(bench.cmts.scheduler().counters(1).grants), 20, 2.5);
  expect_all_came(bench, 20);
}

}  // namespace
}  // namespace docsis_vp::cmts::series_places_test
