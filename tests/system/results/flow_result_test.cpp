#include "system/results/flow_result.h"

#include <gmock/gmock.h>

#include <limits>

namespace docsis_vp::system::flow_result_test {
namespace {

FlowResult flow(const std::string& name, double goodput_mbps, std::optional<double> demand_mbps,
                double weight = 1) {
  FlowResult result;
  result.name = name;
  result.kind = "tcp";
  result.group = name.substr(0, name.size() - 1);
  result.direction = "downstream";
  result.goodput_mbps = goodput_mbps;
  result.demand_mbps = demand_mbps;
  result.weight = weight;
  return result;
}

constexpr double kGreedy = std::numeric_limits<double>::infinity();

// Two videos that want 4 and two downloads, on 20 Mbit/s: shares 4, 4, 6, 6.
std::vector<FlowResult> household() {
  return {flow("video0", 3, 4), flow("video1", 5, 4), flow("ftp0", 9, kGreedy),
          flow("ftp1", 3, kGreedy)};
}

TEST(FlowResults, SharesAreThoseOfTheDemands) {
  std::vector<FlowResult> flows = household();
  const std::vector<DirectionResult> directions = divide_fairly(flows, {});
  EXPECT_DOUBLE_EQ(*flows[0].fair_share_mbps, 4);
  EXPECT_DOUBLE_EQ(*flows[3].fair_share_mbps, 6);
  ASSERT_EQ(directions.size(), 1U);
  EXPECT_EQ(directions[0].direction, "downstream");
  EXPECT_DOUBLE_EQ(directions[0].shared_mbps, 20);
  // Ratios 0.75, 1.25, 1.5, 0.5.
  EXPECT_DOUBLE_EQ(*directions[0].fairness.jain_index, 16.0 / (4 * 4.625));
  EXPECT_DOUBLE_EQ(*directions[0].fairness.min_max_ratio, 1.0 / 3);
}

TEST(FlowResults, SharesOfTheRateAndByWeight) {
  std::vector<FlowResult> flows = {flow("ftp0", 4, kGreedy, 1), flow("ftp1", 8, kGreedy, 2)};
  const std::vector<DirectionResult> directions = divide_fairly(flows, {true, {}, 0, 15});
  EXPECT_DOUBLE_EQ(*flows[0].fair_share_mbps, 7.5);
  EXPECT_DOUBLE_EQ(*flows[1].weighted_share_mbps, 10);
  EXPECT_DOUBLE_EQ(*directions[0].fairness.min_max_ratio, 0.5);
  EXPECT_DOUBLE_EQ(*directions[0].fairness.weighted_min_max_ratio, 1);
}

// A call is sent what it is sent, and has no share; the download has just its own.
TEST(FlowResults, TheBiasOfAGroupIsThatOfTheFlowsWithAShare) {
  std::vector<FlowResult> flows = {flow("user0", 5, kGreedy), flow("user1", 2, {})};
  divide_fairly(flows, {});
  ASSERT_FALSE(flows[1].fair_share_mbps);
  const std::vector<GroupResult> groups = group_results(flows);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_NEAR(*groups[0].application_bias_percent, 100 * (5 / *flows[0].fair_share_mbps - 1), 1e-9);
}

// Modems of 10 and 40 Mbit/s, a flow each; a call beside the second.
std::vector<FlowResult> two_service_flows() {
  std::vector<FlowResult> flows = {flow("ftp0", 9, kGreedy), flow("ftp1", 36, kGreedy),
                                   flow("call0", 1, 1)};
  flows[0].service_flow = 0;
  flows[1].service_flow = flows[2].service_flow = 1;
  return flows;
}

TEST(FlowResults, SharesOfTheRateAreThoseOfTheOwnServiceFlow) {
  std::vector<FlowResult> flows = two_service_flows();
  const std::vector<DirectionResult> directions =
      divide_fairly(flows, {true, {10, 40, 99}, 0, 100});
  EXPECT_DOUBLE_EQ(*flows[0].fair_share_mbps, 10);
  EXPECT_DOUBLE_EQ(*flows[1].fair_share_mbps, 39);
  EXPECT_DOUBLE_EQ(*flows[2].fair_share_mbps, 1);
  ASSERT_EQ(directions.size(), 1U);
  EXPECT_DOUBLE_EQ(directions[0].shared_mbps, 50);
}

// clemson-2014: five videos of 4.2 Mbit/s and downloads on 38 Mbit/s, each on a modem of its own.
TEST(FlowResults, SharesOfTheRateAreThoseOfTheChannelThatModemsShare) {
  struct Case {
    std::string direction;
    std::size_t downloads;
    double video_mbps;
    double download_mbps;
  };
  for (const Case& c :
       {Case{"downstream", 1, 4.2, 17}, Case{"downstream", 3, 4.2, 17.0 / 3},
        Case{"downstream", 9, 38.0 / 14, 38.0 / 14}, Case{"upstream", 1, 4.2, 17}}) {
    std::vector<FlowResult> flows(5, flow("video0", 3, 4.2));
    flows.resize(5 + c.downloads, flow("ftp0", 3, kGreedy));
    for (std::size_t i = 0; i < flows.size(); ++i) {
      flows[i].direction = c.direction;
      flows[i].service_flow = i;
    }
    SharedRates rates{true, std::vector<double>(flows.size(), 38), 76, 76};
    (c.direction == "upstream" ? rates.upstream_mbps : rates.downstream_mbps) = 38;
    const std::vector<DirectionResult> directions = divide_fairly(flows, rates);
    EXPECT_DOUBLE_EQ(*flows.front().fair_share_mbps, c.video_mbps) << c.direction << c.downloads;
    EXPECT_DOUBLE_EQ(*flows.back().fair_share_mbps, c.download_mbps) << c.direction << c.downloads;
    EXPECT_DOUBLE_EQ(directions.at(0).shared_mbps, 38);
  }
}

TEST(FlowResults, SharesOfWhatWasConsumedKeepToTheRatesOfServiceFlows) {
  std::vector<FlowResult> flows = two_service_flows();
  divide_fairly(flows, {false, {10, 40}});  // 46 together
  EXPECT_DOUBLE_EQ(*flows[0].fair_share_mbps, 10);
  EXPECT_DOUBLE_EQ(*flows[1].fair_share_mbps, 35);
  EXPECT_DOUBLE_EQ(*flows[2].fair_share_mbps, 1);
  // A channel that carries less than the rates: all alike, whatever they got.
  divide_fairly(flows, {false, {100, 100}});
  EXPECT_DOUBLE_EQ(*flows[0].fair_share_mbps, 22.5);
  EXPECT_DOUBLE_EQ(*flows[1].fair_share_mbps, 22.5);
  // Above its rate, as in a burst at the peak rate: what it got.
  divide_fairly(flows, {false, {10, 20}});
  EXPECT_DOUBLE_EQ(*flows[0].fair_share_mbps, 9 + 1);
  EXPECT_DOUBLE_EQ(*flows[1].fair_share_mbps, 35);
}

TEST(FlowResults, WeightsDivideWithinAServiceFlow) {
  std::vector<FlowResult> flows = two_service_flows();
  flows[2].demand_mbps = kGreedy;
  flows[2].weight = 3;
  divide_fairly(flows, {true, {10, 40}, 0, 100});
  EXPECT_DOUBLE_EQ(*flows[0].weighted_share_mbps, 10);
  EXPECT_DOUBLE_EQ(*flows[1].weighted_share_mbps, 10);
  EXPECT_DOUBLE_EQ(*flows[2].weighted_share_mbps, 30);
}

TEST(FlowResults, GroupsHaveMeansAndDeviationsBetweenTheirFlows) {
  std::vector<FlowResult> flows = household();
  flows[2].measured_sent = flows[3].measured_sent = 100;
  flows[2].measured_lost = 2;
  flows[3].measured_lost = 6;
  divide_fairly(flows, {});
  const std::vector<GroupResult> groups = group_results(flows);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].total.name, "video");
  EXPECT_DOUBLE_EQ(*groups[0].application_bias_percent, 0);
  EXPECT_FALSE(groups[0].loss_mean_percent);  // nothing was sent
  EXPECT_DOUBLE_EQ(groups[1].goodput_mean_mbps, 6);
  EXPECT_NEAR(*groups[1].goodput_deviation_mbps, 4.24264, 1e-5);
  EXPECT_DOUBLE_EQ(*groups[1].loss_mean_percent, 4);
  EXPECT_NEAR(*groups[1].loss_deviation_percent, 2.82843, 1e-5);
  EXPECT_DOUBLE_EQ(*groups[1].total.loss_percent(), 4);
}

TEST(FlowResults, BiasSaysHowFarAGroupIsAboveItsShares) {
  std::vector<FlowResult> flows = {flow("video0", 6, 10), flow("ftp0", 4, kGreedy)};
  divide_fairly(flows, {});
  const std::vector<GroupResult> groups = group_results(flows);
  EXPECT_NEAR(*groups[0].application_bias_percent, 20, 1e-9);
  EXPECT_NEAR(*groups[1].application_bias_percent, -20, 1e-9);
}

}  // namespace
}  // namespace docsis_vp::system::flow_result_test
