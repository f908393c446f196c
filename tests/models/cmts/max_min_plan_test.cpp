// The rates of a plan against the max-min solver, and whether its division of the traffic fits.
#include "models/cmts/max_min_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/models/cmts/topologies.h"

namespace docsis_vp::cmts::max_min_plan_test {
namespace {

using Demand = MaxMinPlan::Demand;

Demand greedy(unsigned set, double weight = 1, unsigned level = 0) {
  Demand demand;
  demand.set = set;
  demand.weight = weight;
  demand.level = level;
  return demand;
}

Demand asking(unsigned set, double most, unsigned level = 0) {
  Demand demand = greedy(set, 1, level);
  demand.most = most;
  return demand;
}

TEST(MaxMinPlan, ASlotWithAGroupOfItsOwnLeavesTheOther) {
  MaxMinPlan plan({0b11, 0b10}, 2);
  plan.solve({38, 38}, {greedy(0), greedy(1), greedy(1)});
  EXPECT_DOUBLE_EQ(plan.rate(0), 38);
  EXPECT_DOUBLE_EQ(plan.rate(1), 19);
  EXPECT_DOUBLE_EQ(plan.rate(2), 19);
  EXPECT_NEAR(plan.rate(0, 0), 38, 1e-6);
  EXPECT_NEAR(plan.rate(0, 1), 0, 1e-6);
}

TEST(MaxMinPlan, ALoadGoesWhereItTakesLeast) {
  // Three slots need the second group, one the first.
  MaxMinPlan plan({0b11, 0b01, 0b10}, 2);
  plan.solve({38, 38}, {asking(0, 15), greedy(1), greedy(2), greedy(2), greedy(2)});
  EXPECT_DOUBLE_EQ(plan.rate(0), 15);
  EXPECT_NEAR(plan.rate(1), 23, 1e-6);
  EXPECT_NEAR(plan.rate(2), 38. / 3, 1e-6);
  EXPECT_NEAR(plan.rate(0, 0), 15, 1e-6);
  EXPECT_NEAR(plan.rate(0, 1), 0, 1e-6);
}

TEST(MaxMinPlan, GroupsThatDoNotFillAreLoadedEvenly) {
  MaxMinPlan plan({0b011, 0b110, 0b100}, 3);
  plan.solve({10, 30, 20}, {asking(0, 8), asking(1, 4), asking(2, 12)});
  // The third group has 12 of 20 from its own slot, so that the second set stays away from it.
  EXPECT_NEAR(plan.rate(2, 2), 12, 1e-6);
  EXPECT_NEAR(plan.rate(1, 1), 4, 1e-6);
  // 12 of 40 in each of the others.
  EXPECT_NEAR(plan.rate(0, 0), 3, 1e-6);
  EXPECT_NEAR(plan.rate(0, 1), 5, 1e-6);
}

TEST(MaxMinPlan, ReservedRatesComeBeforeLevels) {
  MaxMinPlan plan({0b1}, 1);
  Demand reserving = greedy(0);
  reserving.reserved = 12;
  plan.solve({30}, {reserving, greedy(0, 1, 7)});
  EXPECT_DOUBLE_EQ(plan.rate(0), 12);
  EXPECT_NEAR(plan.rate(1), 18, 1e-6);
}

// Groups of one channel each.
void expect_solution(const Topology& topology) {
  std::vector<std::uint64_t> sets;
  std::vector<Demand> demands;
  for (const TopologySlot& slot : topology.slots) {
    const auto known = std::find(sets.begin(), sets.end(), slot.asks.channels);
    demands.push_back({static_cast<unsigned>(known - sets.begin()), slot.asks.priority,
                       slot.asks.weight, slot.asks.reserved, slot.asks.most});
    if (known == sets.end()) sets.push_back(slot.asks.channels);
  }
  MaxMinPlan plan(sets, topology.capacities_mbps.size());
  plan.solve(topology.capacities_mbps, demands);
  const std::vector<double> expected = max_min_rates(topology);
  std::vector<double> of_sets(sets.size(), 0);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(plan.rate(i), expected[i], 1e-5) << "slot " << i;
    of_sets[demands[i].set] += plan.rate(i);
  }
  for (std::size_t group = 0; group < topology.capacities_mbps.size(); ++group) {
    double load = 0;
    for (std::size_t set = 0; set < sets.size(); ++set) {
      const double rate = plan.rate(set, group);
      EXPECT_GE(rate, 0);
      EXPECT_TRUE(rate == 0 || (sets[set] >> group & 1) != 0);
      load += rate;
      of_sets[set] -= rate;
    }
    EXPECT_LE(load, topology.capacities_mbps[group] + 1e-5) << "group " << group;
  }
  for (const double rest : of_sets) EXPECT_NEAR(rest, 0, 1e-4);
}

TEST(MaxMinPlan, RandomTopologiesHaveTheRatesOfTheSolver) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(seed);
    expect_solution(random_topology(seed));
    expect_solution(random_topology(seed, Limits::kLoads));
    expect_solution(random_topology(seed, Limits::kReservedRates));
    expect_solution(mixed_topology(seed));
  }
}

// The former solution is the start of the next one.
TEST(MaxMinPlan, NothingIsLeftOfTheFormerSolution) {
  MaxMinPlan plan({0b11, 0b01}, 2);
  plan.solve({10, 10}, {greedy(0), asking(1, 0)});
  EXPECT_NEAR(plan.rate(0, 0), 10, 1e-6);
  plan.solve({10, 10}, {greedy(0), greedy(1)});
  EXPECT_NEAR(plan.rate(0, 0), 0, 1e-6);
  EXPECT_NEAR(plan.rate(0, 1), 10, 1e-6);
  EXPECT_NEAR(plan.rate(1, 0), 10, 1e-6);
}

}  // namespace
}  // namespace docsis_vp::cmts::max_min_plan_test
