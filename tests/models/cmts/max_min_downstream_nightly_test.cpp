// Two hundred topologies of each kind against the max-min solver. The report of GoogleTest has the
// figures of each, which tools/scheduler-figures draws.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/models/cmts/topologies.h"

namespace docsis_vp::cmts::max_min_downstream_nightly_test {
namespace {

constexpr std::uint64_t kTopologies = 200;

void append(std::string& list, double value) {
  list += (list.empty() ? "" : " ") + std::to_string(std::llround(value));
}

// least_mbps: smaller rates count as of that size.
template <typename MakeTopology>
void expect_max_min(MakeTopology topology_of, TimePs duration, double least_mbps = 0.05) {
  std::string deviations;
  std::string unfairness;
  for (std::uint64_t seed = 1; seed <= kTopologies; ++seed) {
    const Topology topology = topology_of(seed);
    const std::vector<double> rates = measured_rates(topology, kPsPerSecond / 2, duration);
    const std::vector<double> expected = max_min_rates(topology);
    const double deviation = largest_deviation(rates, expected, least_mbps);
    EXPECT_LT(deviation, 0.02) << "seed " << seed;
    append(deviations, deviation * 1e6);
    append(unfairness, (1 - jain_index(rates, expected, least_mbps)) * 1e9);
    for (std::size_t i = 0; i < rates.size(); ++i) {
      const double reserved = std::min(topology.slots[i].asks.reserved, expected[i]);
      EXPECT_GT(rates[i], 0.99 * reserved - 0.01) << "seed " << seed << " slot " << i;
    }
  }
  testing::Test::RecordProperty("largest_deviation_ppm", deviations);
  testing::Test::RecordProperty("one_less_jain_ppb", unfairness);
}

void expect_max_min(Limits limits) {
  expect_max_min([limits](std::uint64_t seed) { return random_topology(seed, limits); },
                 2 * kPsPerSecond);
}

TEST(MaxMinDownstreamNightly, RandomTopologiesAreMaxMinFair) {
  expect_max_min([](std::uint64_t seed) { return random_topology(seed); }, 3 * kPsPerSecond);
}

TEST(MaxMinDownstreamNightly, LoadsAreMaxMinFair) {
  expect_max_min(Limits::kLoads);
}

TEST(MaxMinDownstreamNightly, ReservedRatesAreMaxMinFair) {
  expect_max_min(Limits::kReservedRates);
}

// Where all of the channels are full, a flow of low priority gets a packet now and then: its rate
// is not 0, but small.
TEST(MaxMinDownstreamNightly, MixedTopologiesAreMaxMinFair) {
  expect_max_min(mixed_topology, 2 * kPsPerSecond, 1);
}

}  // namespace
}  // namespace docsis_vp::cmts::max_min_downstream_nightly_test
