// Two hundred topologies of each kind against the max-min solver.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tests/models/cmts/topologies.h"

namespace docsis_vp::cmts::max_min_downstream_nightly_test {
namespace {

constexpr std::uint64_t kTopologies = 200;

void expect_max_min(Limits limits) {
  for (std::uint64_t seed = 1; seed <= kTopologies; ++seed) {
    const Topology topology = random_topology(seed, limits);
    const std::vector<double> rates = measured_rates(topology, kPsPerSecond / 2, 2 * kPsPerSecond);
    EXPECT_LT(largest_deviation(rates, max_min_rates(topology)), 0.02) << "seed " << seed;
  }
}

TEST(MaxMinDownstreamNightly, RandomTopologiesAreMaxMinFair) {
  for (std::uint64_t seed = 1; seed <= kTopologies; ++seed) {
    const Topology topology = random_topology(seed);
    const std::vector<double> rates = measured_rates(topology, kPsPerSecond / 2, 3 * kPsPerSecond);
    EXPECT_LT(largest_deviation(rates, max_min_rates(topology)), 0.02) << "seed " << seed;
  }
}

TEST(MaxMinDownstreamNightly, LoadsAreMaxMinFair) {
  expect_max_min(Limits::kLoads);
}

TEST(MaxMinDownstreamNightly, ReservedRatesAreMaxMinFair) {
  expect_max_min(Limits::kReservedRates);
}

}  // namespace
}  // namespace docsis_vp::cmts::max_min_downstream_nightly_test
