#include "models/cmts/upstream_demand.h"

#include <gtest/gtest.h>

#include "platform/base/errors.h"
#include "tests/models/cmts/scheduler_parts.h"

namespace docsis_vp::cmts::upstream_demand_test {
namespace {

struct DemandBench : SchedulerParts {
  explicit DemandBench(std::size_t flows, unsigned channel_count = 1)
      : SchedulerParts(flows, channel_count),
        demand(config, channels, aggregates, counters.flows) {}

  void add(UpstreamFlow flow, std::uint64_t bytes, TimePs sent, unsigned channel = 0) {
    demand.add(request(flow, bytes, sent, channel));
  }

  UpstreamDemand demand;
};

TEST(UpstreamDemand, AddsUpTheRequestsOfAFlow) {
  DemandBench bench(2);
  EXPECT_TRUE(bench.demand.add(bench.request(1, 400, 1 * kPsPerMs)));
  EXPECT_TRUE(bench.demand.add(bench.request(0, 100, 2 * kPsPerMs)));
  EXPECT_FALSE(bench.demand.add(bench.request(1, 50, 3 * kPsPerMs)));  // it waited already
  EXPECT_EQ(bench.demand.waiting_bytes(1), 450U);
  const std::vector<FlowDemand>& demands = bench.demand.collect(0);
  ASSERT_EQ(demands.size(), 2U);
  EXPECT_EQ(demands[0].flow, 1U);
  EXPECT_EQ(demands[0].bytes, 450U);
  EXPECT_EQ(demands[0].oldest_sent, 1 * kPsPerMs);
  EXPECT_EQ(demands[0].earliest_made, 1 * kPsPerMs - 12'500'000);
  EXPECT_EQ(demands[1].flow, 0U);
  EXPECT_EQ(demands[1].bytes, 100U);
  EXPECT_EQ(bench.demand.answered_before(), kNever);
}

TEST(UpstreamDemand, AGrantAnswersTheOldestBytesFirst) {
  DemandBench bench(1);
  bench.add(0, 400, 1 * kPsPerMs);
  bench.add(0, 50, 2 * kPsPerMs);
  bench.demand.collect(0)[0].granted_bytes = 420;
  bench.demand.settle();
  EXPECT_EQ(bench.demand.waiting_bytes(0), 30U);
  const std::vector<FlowDemand>& rest = bench.demand.collect(0);
  ASSERT_EQ(rest.size(), 1U);
  EXPECT_EQ(rest[0].bytes, 30U);
  EXPECT_EQ(rest[0].granted_bytes, 0U);
  EXPECT_EQ(rest[0].oldest_sent, 2 * kPsPerMs);
}

TEST(UpstreamDemand, ForgetsWhatNoElementHolds) {
  DemandBench bench(1);
  bench.add(0, 400, 1 * kPsPerMs);
  bench.demand.collect(0)[0].is_forgotten = true;
  bench.demand.settle();
  EXPECT_EQ(bench.demand.waiting_bytes(0), 0U);
  EXPECT_EQ(bench.counters.flows[0].forgotten_bytes, 400U);
  EXPECT_TRUE(bench.demand.collect(0).empty());
}

TEST(UpstreamDemand, ARepeatedRequestKeepsItsAge) {
  DemandBench bench(2);
  bench.config.scheduler.sharing = Sharing::kOldestFirst;
  bench.add(0, 400, 1 * kPsPerMs);
  bench.demand.collect(0)[0].is_forgotten = true;
  bench.demand.settle();
  bench.add(1, 400, 2 * kPsPerMs);
  bench.add(0, 400, 3 * kPsPerMs);
  const std::vector<FlowDemand>& demands = bench.demand.collect(0);
  EXPECT_EQ(demands[0].flow, 0U);
  EXPECT_EQ(demands[1].flow, 1U);
}

TEST(UpstreamDemand, YoungRequestsWaitForALaterMap) {
  DemandBench bench(2);
  bench.channels[0].min_request_grant_frames = 81;  // the MAP at 4 ms answers those of 3 ms
  bench.add(0, 400, 3 * kPsPerMs);
  bench.add(1, 400, 3 * kPsPerMs + 1);
  const std::vector<FlowDemand>& demands = bench.demand.collect(0);
  ASSERT_EQ(demands.size(), 1U);
  EXPECT_EQ(demands[0].flow, 0U);
  EXPECT_EQ(bench.demand.answered_before(), 3 * kPsPerMs + 1);
}

TEST(UpstreamDemand, AFlowThatLeavesAChannelForgetsItsRequestsThere) {
  DemandBench bench(1, 2);
  bench.add(0, 400, 1 * kPsPerMs, 0);
  bench.add(0, 70, 2 * kPsPerMs, 1);
  bench.demand.assign(0, {1});
  EXPECT_EQ(bench.demand.waiting_bytes(0), 70U);
  EXPECT_EQ(bench.counters.flows[0].forgotten_bytes, 400U);
  EXPECT_FALSE(bench.demand.is_on(0, 0));
  EXPECT_FALSE(bench.demand.add(bench.request(0, 30, 3 * kPsPerMs, 0)));
  EXPECT_EQ(bench.counters.flows[0].forgotten_bytes, 430U);
  EXPECT_THROW(bench.demand.assign(0, {2}), InputError);
}

TEST(UpstreamDemand, KnowsWhetherFlowsShareSomeChannels) {
  DemandBench bench(2, 2);
  EXPECT_FALSE(bench.demand.some_overlap());  // both have all
  bench.demand.assign(0, {0});
  EXPECT_TRUE(bench.demand.some_overlap());
  bench.demand.assign(1, {1});
  EXPECT_FALSE(bench.demand.some_overlap());
  bench.demand.assign(1, {0, 1});
  bench.config.flows[1].scheduling.type = docsis::SchedulingType::kUgs;
  EXPECT_FALSE(bench.demand.some_overlap());  // unsolicited grants do not count
}

TEST(UpstreamDemand, AProactiveGrantAnswersRequests) {
  DemandBench bench(1);
  bench.add(0, 400, 1 * kPsPerMs);
  bench.add(0, 100, 2 * kPsPerMs);
  EXPECT_EQ(bench.demand.grant_proactively(0, 0, 450, 10, 3 * kPsPerMs), 0U);  // no reserved rate
  EXPECT_EQ(bench.demand.waiting_bytes(0), 50U);
  const std::vector<FlowDemand>& rest = bench.demand.collect(0);
  ASSERT_EQ(rest.size(), 1U);
  EXPECT_EQ(rest[0].bytes, 50U);
}

TEST(UpstreamDemand, LimitsBytesToRateAndLargestGrant) {
  SchedulerParts parts(1);
  parts.config.flows[0].max_sustained_rate_bps = 8'000'000;
  parts.config.token_rate_percent = 100;
  parts.config.token_slack_intervals = 0;
  UpstreamDemand demand(parts.config, parts.channels, parts.aggregates, parts.counters.flows);
  EXPECT_EQ(demand.usable_bytes(0, 9'000, 1, 0), 3044U);  // the bucket is full
  demand.rates(0).charge(3'044, 0);
  EXPECT_EQ(demand.usable_bytes(0, 9'000, 1, 2 * kPsPerMs), 2'000U);  // 1 byte in 1 us
  parts.config.flows[0].scheduling.max_grant_bytes = 300;
  EXPECT_EQ(demand.usable_bytes(0, 9'000, 2, 2 * kPsPerMs), 600U);
}

}  // namespace
}  // namespace docsis_vp::cmts::upstream_demand_test
