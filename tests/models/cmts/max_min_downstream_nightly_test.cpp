// Two hundred topologies of each kind against the max-min solver.
#include <gtest/gtest.h>

#include <algorithm>

#include "platform/base/random.h"
#include "tests/models/cmts/topologies.h"

namespace docsis_vp::cmts::max_min_downstream_nightly_test {
namespace {

constexpr std::uint64_t kTopologies = 200;

TEST(MaxMinDownstreamNightly, RandomTopologiesAreMaxMinFair) {
  for (std::uint64_t seed = 1; seed <= kTopologies; ++seed) {
    const Topology topology = random_topology(seed);
    const std::vector<double> rates = measured_rates(topology, kPsPerSecond / 2, 3 * kPsPerSecond);
    EXPECT_LT(largest_deviation(rates, max_min_rates(topology)), 0.02) << "seed " << seed;
  }
}

// Half of the slots have a load or a rate of their own, or a reserved rate, which do not always
// fit. Where a slot that has all it asks for leaves a channel to others, it is told by measured
// rates, which is not exact: a few topologies are farther off.
TEST(MaxMinDownstreamNightly, LoadsAndReservedRatesAreNearlyMaxMinFair) {
  for (const bool reserved : {false, true}) {
    unsigned near = 0;
    for (std::uint64_t seed = 1; seed <= kTopologies; ++seed) {
      Topology topology = random_topology(seed);
      RandomStream random(seed, "limits");
      for (TopologySlot& slot : topology.slots) {
        slot.asks.priority = 0;
        slot.asks.weight = 1;
        if (random.below(2) == 0) continue;
        if (reserved) {
          slot.asks.reserved = static_cast<double>(1 + random.below(20));
        } else {
          slot.asks.most = static_cast<double>(1 + random.below(40));
          slot.is_shaped = random.below(2) == 0;
        }
      }
      const std::vector<double> rates =
          measured_rates(topology, kPsPerSecond / 2, 2 * kPsPerSecond);
      near += largest_deviation(rates, max_min_rates(topology)) < 0.02 ? 1 : 0;
    }
    EXPECT_GE(near, kTopologies * 85 / 100) << (reserved ? "reserved rates" : "loads");
  }
}

}  // namespace
}  // namespace docsis_vp::cmts::max_min_downstream_nightly_test
