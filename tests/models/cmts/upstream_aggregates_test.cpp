// Upstream aggregates at the CMTS: the split of grants by weight, one rate for two flows, the
// aggregate as one flow among others.
#include "models/cmts/upstream_aggregates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <ostream>
#include <set>
#include <vector>

#include "platform/base/random.h"
#include "tests/models/cmts/scheduler_bench.h"

namespace docsis_vp::cmts::upstream_aggregates_test {
namespace {

struct Split {
  std::uint64_t total;
  std::uint64_t classic;  // wanted
  std::uint64_t low_latency;
  std::uint64_t proactive;
  unsigned weight;
  AggregateGrants expected;

  friend std::ostream& operator<<(std::ostream& out, const Split& split) {
    return out << split.total << " " << split.classic << " " << split.low_latency << " "
               << split.proactive << " " << split.weight;
  }
};

class SplitByWeight : public testing::TestWithParam<Split> {};

TEST_P(SplitByWeight, GivesWhatIsNotWantedToTheOther) {
  const Split& split = GetParam();
  const AggregateGrants granted = split_by_weight(split.total, {split.classic, split.low_latency},
                                                  split.proactive, split.weight);
  EXPECT_EQ(granted.classic, split.expected.classic);
  EXPECT_EQ(granted.low_latency, split.expected.low_latency);
}

INSTANTIATE_TEST_SUITE_P(
    Cases, SplitByWeight,
    testing::Values(Split{100, 200, 200, 0, 230, {11, 89}},   // floor(100 x 230 / 256) = 89
                    Split{100, 200, 200, 0, 128, {50, 50}},   //
                    Split{100, 30, 40, 0, 230, {30, 40}},     // both fit
                    Split{100, 5, 200, 0, 230, {5, 95}},      // Classic wants less than its share
                    Split{100, 200, 20, 0, 230, {80, 20}},    // so does low latency
                    Split{100, 200, 0, 0, 230, {100, 0}},     // only Classic asks
                    Split{100, 0, 200, 0, 230, {0, 100}},     // only low latency asks
                    Split{0, 200, 200, 0, 230, {0, 0}},       //
                    Split{50, 200, 200, 50, 230, {11, 39}},   // 89 of 100, 50 of them proactive
                    Split{5, 200, 200, 95, 230, {5, 0}},      // proactive grants exceed the share
                    Split{50, 200, 10, 50, 230, {40, 10}}));  //

// The rule as docsis-ns3 has it, in minislots of which the proactive ones are a part.
AggregateGrants as_in_the_sheet(std::uint64_t available, std::uint64_t most_classic,
                                std::uint64_t most_low_latency, std::uint64_t proactive,
                                unsigned weight) {
  if (proactive >= most_low_latency) {
    return {std::min(available - proactive, most_classic), proactive};
  }
  const std::uint64_t total =
      std::max(std::min(available, most_classic + most_low_latency), proactive);
  const std::uint64_t low_latency = std::max(total * weight / 256, proactive);
  const std::uint64_t classic = total - low_latency;
  if (most_classic <= classic && most_low_latency <= low_latency) {
    return {most_classic, most_low_latency};
  }
  if (most_classic > classic && most_low_latency > low_latency) return {classic, low_latency};
  if (most_classic <= classic) {
    return {most_classic, std::min(most_low_latency, total - most_classic)};
  }
  return {std::min(most_classic, total - most_low_latency), most_low_latency};
}

TEST(SplitOfGrants, IsThatOfDocsisNs3) {
  RandomStream random(1, "split");
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t proactive = random.below(2) == 0 ? 0 : random.below(100);
    const std::uint64_t available = proactive + random.below(300);
    const std::uint64_t classic = random.below(300);
    const std::uint64_t low_latency = proactive + random.below(300);
    const unsigned weight = 1 + static_cast<unsigned>(random.below(255));
    const AggregateGrants expected =
        as_in_the_sheet(available, classic, low_latency, proactive, weight);
    const AggregateGrants granted = split_by_weight(
        available - proactive, {classic, low_latency - proactive}, proactive, weight);
    ASSERT_EQ(granted.classic, expected.classic) << i;
    ASSERT_EQ(granted.low_latency + proactive, expected.low_latency) << i;
  }
}

// Modems that always ask for more, and fill every grant with a packet.
class Saturated {
 public:
  explicit Saturated(const CmtsConfig& config, std::set<std::uint16_t> sids = {}) : bench_(config) {
    for (const UpstreamFlowConfig& flow : config.flows) {
      if (sids.empty() || sids.count(flow.sid) > 0) next_[flow.sid] = 0;
    }
    bench_.plant.on_map = [this](const ReceivedMap& map) { answer(map); };
  }

  std::uint64_t granted(UpstreamFlow flow) const {
    return bench_.cmts.scheduler().flow_counters(flow).granted_bytes;
  }
  std::uint64_t all_granted() const { return bench_.cmts.scheduler().counters(0).granted_bytes; }
  std::uint64_t sent_bytes() const { return sent_bytes_; }

 private:
  void answer(const ReceivedMap& map) {
    unsigned opportunity = 0;
    for (auto& [sid, sequence] : next_) {
      if (sequence > 0 || opportunity > 0) continue;
      sequence = 1;
      bench_.send(request_burst(bench_.channel(), map, opportunity++, sid, 65'535));
    }
    for (const docsis::MapElement& element : map.map.elements) {
      const bool is_grant = docsis::is_data_iuc(element.iuc) && element.length > 0;
      if (is_grant && next_.count(element.sid) > 0) fill(map, element);
    }
  }
  void fill(const ReceivedMap& map, const docsis::MapElement& grant) {
    const auto payload = static_cast<std::uint32_t>(bench_.channel().bytes_in(grant.length)) - 8;
    docsis::UpstreamBurst burst =
        segment_burst(bench_.channel(), map, grant, next_[grant.sid]++ - 1, 65'535);
    if (payload > 6) {
      burst.octets.pop_back();
      docsis::append_packet_header(burst.octets, payload - 6);
      docsis::BurstRun run;
      run.octets = 14;
      run.frame_bytes = payload - 6;
      run.packet = pool_.take();
      run.packet_id = run.packet->id;
      run.packet->size_bytes = payload - 6;
      burst.runs.push_back(std::move(run));
      sent_bytes_ += payload - 6;
    }
    bench_.send(std::move(burst));
  }

  PacketPool pool_;  // outlives the bursts that the CMTS still holds
  SchedulerBench bench_;
  std::map<std::uint16_t, unsigned> next_;  // sequence number by SID, from 1
  std::uint64_t sent_bytes_ = 0;
};

// Flows 0 and 1 are Classic and low latency of one aggregate; so many more are alone.
CmtsConfig with_aggregate(unsigned alone, unsigned weight = 230) {
  CmtsConfig config = one_channel("docsis30");
  config.map_phase_ps = 0;
  config.flows.resize(2 + alone);
  for (std::size_t i = 0; i < config.flows.size(); ++i) {
    config.flows[i].sid = static_cast<std::uint16_t>(i + 1);
  }
  UpstreamAggregateConfig& aggregate = config.aggregates.emplace_back();
  aggregate.classic = 0;
  aggregate.low_latency = 1;
  aggregate.weight = weight;
  return config;
}

double share(std::uint64_t of, std::uint64_t all) {
  return static_cast<double>(of) / static_cast<double>(all);
}

class Weights : public testing::TestWithParam<unsigned> {};

TEST_P(Weights, DivideAChannelThatIsTooSmall) {
  Saturated modems(with_aggregate(0, GetParam()));
  run_until(4 * kPsPerSecond);
  EXPECT_NEAR(share(modems.granted(1), modems.all_granted()), GetParam() / 256.0, 0.01);
}

INSTANTIATE_TEST_SUITE_P(Some, Weights, testing::Values(26, 128, 230));

TEST(UpstreamAggregates, GiveAllToAFlowThatAsksAlone) {
  Saturated modems(with_aggregate(1), {1, 3});
  run_until(4 * kPsPerSecond);
  EXPECT_NEAR(share(modems.granted(0), modems.all_granted()), 0.5, 0.01);
  EXPECT_EQ(modems.granted(1), 0U);
}

// Two flows of an aggregate get no more of a channel than one flow does.
TEST(UpstreamAggregates, CountAsOneFlow) {
  Saturated modems(with_aggregate(2));
  run_until(4 * kPsPerSecond);
  const std::uint64_t all = modems.all_granted();
  const std::uint64_t aggregate = modems.granted(0) + modems.granted(1);
  EXPECT_NEAR(share(aggregate, all), 1.0 / 3, 0.01);
  EXPECT_NEAR(share(modems.granted(2), all), 1.0 / 3, 0.01);
  // A third of a MAP is 52 minislots: rounding them down takes up to a fiftieth.
  EXPECT_NEAR(share(modems.granted(1), aggregate), 230.0 / 256, 0.02);
}

TEST(UpstreamAggregates, HaveTheHigherPriorityOfTheirFlows) {
  CmtsConfig config = with_aggregate(1);
  config.flows[1].priority = 3;
  Saturated modems(config);
  run_until(2 * kPsPerSecond);
  EXPECT_LT(share(modems.granted(2), modems.all_granted()), 0.01);
  EXPECT_GT(share(modems.granted(0), modems.all_granted()), 0.08);
}

TEST(UpstreamAggregates, SplitByWeightWhereTheOldestRequestGoesFirst) {
  CmtsConfig config = with_aggregate(1);
  config.scheduler.sharing = Sharing::kOldestFirst;
  Saturated modems(config, {1, 2});
  run_until(2 * kPsPerSecond);
  EXPECT_GT(share(modems.granted(1), modems.all_granted()), 0.8);
}

// 10 Mbit/s for 4 s within the 5 % and the depths that any flow has; each flow's own rate is
// higher.
void expect_rate(const CmtsConfig& config, double expected_share) {
  Saturated modems(config);
  run_until(4 * kPsPerSecond);
  EXPECT_LE(modems.sent_bytes(), 4 * 1'312'500U + 3'044 + 10'500 + 2 * 48);
  EXPECT_GE(modems.sent_bytes(), 4 * 1'250'000U);
  EXPECT_NEAR(share(modems.granted(1), modems.all_granted()), expected_share, 0.01);
}

TEST(UpstreamAggregates, HoldTwoFlowsToOneRate) {
  CmtsConfig config = with_aggregate(0);
  config.aggregates[0].max_sustained_rate_bps = 10'000'000;
  config.flows[0].max_sustained_rate_bps = 10'000'000;
  config.flows[1].max_sustained_rate_bps = 10'000'000;
  expect_rate(config, 230.0 / 256);
}

// Proactive grants are paid from the same buckets, and are a part of the low-latency flow's share.
TEST(UpstreamAggregates, PayForProactiveGrants) {
  CmtsConfig config = with_aggregate(0, 128);
  config.aggregates[0].max_sustained_rate_bps = 10'000'000;
  config.flows[1].scheduling.type = docsis::SchedulingType::kProactiveGrants;
  config.flows[1].scheduling.guaranteed_grant_rate_mbps = 2;
  config.flows[1].scheduling.guaranteed_grant_interval_us = 1'000;
  expect_rate(config, 0.5);
}

// Unused bytes of grants come back: a flow that uses none of its proactive grants leaves the whole
// rate to the other.
TEST(UpstreamAggregates, TakeUnusedBytesBack) {
  CmtsConfig config = with_aggregate(0);
  config.aggregates[0].max_sustained_rate_bps = 10'000'000;
  config.flows[1].scheduling.type = docsis::SchedulingType::kProactiveGrants;
  config.flows[1].scheduling.guaranteed_grant_rate_mbps = 4;
  config.flows[1].scheduling.guaranteed_grant_interval_us = 1'000;
  Saturated modems(config, {1});
  run_until(4 * kPsPerSecond);
  EXPECT_GE(modems.sent_bytes(), 4 * 1'250'000U);
  EXPECT_GT(modems.granted(1), 4 * 500'000U);
}

TEST(UpstreamAggregates, HoldOneFlowToTheRate) {
  CmtsConfig config = with_aggregate(0);
  config.flows.resize(1);
  config.aggregates[0].low_latency.reset();
  config.aggregates[0].max_sustained_rate_bps = 10'000'000;
  Saturated modems(config);
  run_until(4 * kPsPerSecond);
  EXPECT_LE(modems.sent_bytes(), 4 * 1'312'500U + 3'044 + 10'500 + 48);
  EXPECT_GE(modems.sent_bytes(), 4 * 1'250'000U);
}

TEST(UpstreamAggregates, RefuseFlowsThatAreNotTheirs) {
  CmtsConfig config = with_aggregate(0);
  config.aggregates[0].weight = 256;
  EXPECT_THROW(SchedulerBench{config}, InputError);
  config = with_aggregate(0);
  config.aggregates[0].low_latency = 2;
  EXPECT_THROW(SchedulerBench{config}, InputError);
  config = with_aggregate(0);
  config.aggregates.push_back(config.aggregates[0]);
  EXPECT_THROW(SchedulerBench{config}, InputError);
  config = with_aggregate(0);
  config.aggregates.emplace_back();
  EXPECT_THROW(SchedulerBench{config}, InputError);
}

}  // namespace
}  // namespace docsis_vp::cmts::upstream_aggregates_test
