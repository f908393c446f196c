// Service tiers before one queue for all: scenarios/mac/tiers.json.
#include <gtest/gtest.h>

#include <string>

#include "system/assembly/system.h"

namespace docsis_vp::system::tiers_test {
namespace {

constexpr double kPayload = 1460.0 / 1518;  // of a frame that counts against the rate

Results results_of(const Overrides& overrides) {
  System system(load_scenario("scenarios/mac/tiers.json", overrides));
  system.run();
  return system.results();
}

double total_mbps(const Results& results) {
  double sum = 0;
  for (const FlowResult& flow : results.flows) sum += flow.goodput_mbps;
  return sum;
}

// Not a byte more than the bucket lets through, and not less.
TEST(Tiers, AloneEachGetsTheRateOfItsTier) {
  const Results results = results_of({"one", {"duration_s=40"}});
  ASSERT_EQ(results.flows.size(), 2U);
  EXPECT_NEAR(results.flows[0].goodput_mbps, 6 * kPayload, 0.01);
  EXPECT_NEAR(results.flows[1].goodput_mbps, 12 * kPayload, 0.01);
}

TEST(Tiers, TogetherTheyFillTheChannelAndNobodyExceedsItsRate) {
  const Results results = results_of({"", {"duration_s=40"}});
  ASSERT_EQ(results.flows.size(), 10U);
  EXPECT_GT(total_mbps(results), 0.95 * 38 * kPayload);
  EXPECT_LT(total_mbps(results), 38 * kPayload);
  for (const FlowResult& flow : results.flows) {
    EXPECT_LT(flow.goodput_mbps, 6.01) << flow.name;
  }
}

TEST(Tiers, BondedChannelsCarryFourTimesAsMuch) {
  const Results results = results_of({"bonded", {"duration_s=30"}});
  EXPECT_GT(total_mbps(results), 0.9 * 4 * 38 * kPayload);
  EXPECT_LT(total_mbps(results), 4 * 38 * kPayload);
}

}  // namespace
}  // namespace docsis_vp::system::tiers_test
