#include "system/results/fairness.h"

#include <gmock/gmock.h>

#include <limits>

#include "platform/base/random.h"

namespace docsis_vp::system::fairness_test {
namespace {

constexpr double kGreedy = std::numeric_limits<double>::infinity();

std::vector<double> shares(double capacity, const std::vector<double>& demands) {
  return max_min_shares(capacity, demands, std::vector<double>(demands.size(), 1));
}

std::vector<double> video_and(unsigned downloads) {
  std::vector<double> demands(5, 4.2);
  demands.insert(demands.end(), downloads, kGreedy);
  return demands;
}

// clemson-2014: 38 Mbit/s, five video clients that want 4.2 Mbit/s each, and downloads.
TEST(MaxMin, SharesOfThePublishedExample) {
  EXPECT_NEAR(shares(38, video_and(1)).back(), 17, 1e-9);
  EXPECT_NEAR(shares(38, video_and(3)).back(), 17.0 / 3, 1e-9);
  EXPECT_NEAR(shares(38, video_and(3)).front(), 4.2, 1e-9);
  for (const double share : shares(38, video_and(9))) {
    EXPECT_NEAR(share, 38.0 / 14, 1e-9);
  }
}

TEST(MaxMin, NobodyGetsMoreThanHeWants) {
  EXPECT_THAT(shares(10, {1, 2}), ::testing::ElementsAre(1, 2));
  EXPECT_THAT(shares(0, {1, kGreedy}), ::testing::ElementsAre(0, 0));
  EXPECT_THAT(shares(5, {}), ::testing::IsEmpty());
}

TEST(MaxMin, WeightsDivideWhatIsLeft) {
  EXPECT_THAT(max_min_shares(12, {kGreedy, kGreedy, 1}, {1, 2, 4}),
              ::testing::ElementsAre(::testing::DoubleNear(11.0 / 3, 1e-12),
                                     ::testing::DoubleNear(22.0 / 3, 1e-12), 1));
}

// Definition: the whole capacity is used while a demand is unmet, and a flow with an unmet demand
// gets at least as much per weight as any other.
TEST(MaxMin, HoldsItsDefinitionForRandomDemands) {
  RandomStream random(3, "fairness");
  for (int round = 0; round < 500; ++round) {
    const std::size_t n = 1 + random.below(12);
    std::vector<double> demands(n);
    std::vector<double> weights(n);
    double wanted = 0;
    for (std::size_t i = 0; i < n; ++i) {
      demands[i] = random.below(4) == 0 ? kGreedy : 10 * random.uniform();
      weights[i] = 0.1 + random.uniform();
      wanted += demands[i];
    }
    const double capacity = 30 * random.uniform();
    const std::vector<double> result = max_min_shares(capacity, demands, weights);
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_LE(result[i], demands[i]);
      sum += result[i];
      for (std::size_t j = 0; result[i] < demands[i] && j < n; ++j) {
        ASSERT_GE(result[i] / weights[i], result[j] / weights[j] - 1e-9);
      }
    }
    ASSERT_NEAR(sum, std::min(wanted, capacity), 1e-9);
  }
}

TEST(Fairness, IndicesOfKnownRatios) {
  EXPECT_DOUBLE_EQ(*jain_index({1, 1, 1}), 1);
  EXPECT_DOUBLE_EQ(*jain_index({1, 0, 0, 0}), 0.25);
  EXPECT_DOUBLE_EQ(*jain_index({1, 2}), 9.0 / 10);
  EXPECT_DOUBLE_EQ(*min_max_ratio({1, 2, 4}), 0.25);
  EXPECT_FALSE(jain_index({}));
  EXPECT_FALSE(jain_index({0, 0}));
  EXPECT_FALSE(min_max_ratio({0, 0}));
}

}  // namespace
}  // namespace docsis_vp::system::fairness_test
