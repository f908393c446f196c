// Two hundred topologies of each kind against the max-min solver. The report of GoogleTest has the
// figures of each, which tools/scheduler-figures draws.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "tests/models/cmts/topologies.h"

namespace docsis_vp::cmts::max_min_downstream_nightly_test {
namespace {

constexpr std::uint64_t kTopologies = 200;

void append(std::string& list, double value) {
  list += (list.empty() ? "" : " ") + std::to_string(std::llround(value));
}

template <typename MakeTopology>
void expect_max_min(MakeTopology topology_of, TimePs duration) {
  std::string deviations;
  std::string unfairness;
  for (std::uint64_t seed = 1; seed <= kTopologies; ++seed) {
    const Topology topology = topology_of(seed);
    const std::vector<double> rates = measured_rates(topology, kPsPerSecond / 2, duration);
    const std::vector<double> expected = max_min_rates(topology);
    const double deviation = largest_deviation(rates, expected);
    EXPECT_LT(deviation, 0.02) << "seed " << seed;
    append(deviations, deviation * 1e6);
    append(unfairness, (1 - jain_index(rates, expected)) * 1e9);
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

// Where priorities, own rates and reserved rates meet, a few topologies are off. No capacity and no
// reserved rate is lost there.
TEST(MaxMinDownstreamNightly, MixedTopologiesUseAllChannelsAndKeepReservedRates) {
  constexpr double kLeastMbps = 1;
  std::string beyond;
  unsigned within = 0;
  for (std::uint64_t seed = 1; seed <= kTopologies; ++seed) {
    const Topology topology = mixed_topology(seed);
    const std::vector<double> rates = measured_rates(topology, kPsPerSecond / 2, 2 * kPsPerSecond);
    const std::vector<double> expected = max_min_rates(topology);
    if (largest_deviation(rates, expected, kLeastMbps) < 0.02) {
      ++within;
    } else {
      append(beyond, static_cast<double>(seed));
    }
    const double sum = std::accumulate(expected.begin(), expected.end(), 0.0);
    EXPECT_NEAR(std::accumulate(rates.begin(), rates.end(), 0.0), sum, 0.001 * sum)
        << "seed " << seed;
    for (std::size_t i = 0; i < rates.size(); ++i) {
      const double reserved = std::min(topology.slots[i].asks.reserved, expected[i]);
      EXPECT_GT(rates[i], 0.99 * reserved - 0.01) << "seed " << seed << " slot " << i;
    }
  }
  testing::Test::RecordProperty("within_2_percent", std::to_string(within));
  testing::Test::RecordProperty("seeds_beyond", beyond);
  EXPECT_GE(within, kTopologies * 95 / 100);
}

}  // namespace
}  // namespace docsis_vp::cmts::max_min_downstream_nightly_test
