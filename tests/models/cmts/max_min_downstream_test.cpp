// Rates of downstream slots against a max-min solver. The nightly test runs more topologies.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "platform/base/random.h"
#include "tests/models/cmts/topologies.h"

namespace docsis_vp::cmts::max_min_downstream_test {
namespace {

TopologySlot slot_on(std::uint64_t channels) {
  TopologySlot slot;
  slot.asks.channels = channels;
  return slot;
}

TopologySlot reserving(double mbps, unsigned priority = 0) {
  TopologySlot slot;
  slot.asks.reserved = mbps;
  slot.asks.priority = priority;
  return slot;
}

std::vector<double> rates_of(const Topology& topology) {
  return measured_rates(topology, kPsPerSecond / 2, 4 * kPsPerSecond);
}

void expect_rates(const std::vector<double>& rates, const std::vector<double>& expected,
                  double tolerance) {
  ASSERT_EQ(rates.size(), expected.size());
  for (std::size_t i = 0; i < rates.size(); ++i) {
    EXPECT_NEAR(rates[i], expected[i], tolerance * expected[i]) << i;
  }
}

TEST(MaxMinSolver, KnowsWhatHasAClosedForm) {
  // One slot on both channels, two on the second.
  expect_rates(max_min_rates({{38, 38}, {slot_on(3), slot_on(2), slot_on(2)}}), {38, 19, 19}, 1e-6);
  expect_rates(max_min_rates({{60, 30}, {slot_on(3), slot_on(2), slot_on(2)}}), {60, 15, 15}, 1e-6);
  expect_rates(max_min_rates({{10, 30}, {slot_on(3), slot_on(2), slot_on(1)}}), {15, 15, 10}, 1e-6);
  expect_rates(max_min_rates({{30}, {reserving(20), reserving(10)}}), {20, 10}, 1e-6);
  expect_rates(max_min_rates({{30}, {reserving(12), slot_on(1)}}), {21, 9}, 1e-6);
  expect_rates(max_min_rates({{30}, {reserving(20), reserving(20), reserving(20, 7)}}), {5, 5, 20},
               1e-6);
}

// Channels in step must not pass over the same slots.
TEST(MaxMinDownstream, EqualsOnSeparateChannelsGetAsMuch) {
  expect_rates(rates_of({{38, 38}, {slot_on(1), slot_on(1), slot_on(2), slot_on(2)}}),
               {19, 19, 19, 19}, 0.002);
  Topology forty{{38, 38, 38, 38}, {}};
  for (unsigned i = 0; i < 40; ++i) forty.slots.push_back(slot_on(1U << i % 4));
  expect_rates(rates_of(forty), std::vector<double>(40, 3.8), 0.005);
}

TEST(MaxMinDownstream, ASlotWithAChannelOfItsOwnLeavesTheOtherToTheOthers) {
  expect_rates(rates_of({{38, 38}, {slot_on(3), slot_on(2), slot_on(2)}}), {38, 19, 19}, 0.002);
  expect_rates(rates_of({{38, 38}, {slot_on(2), slot_on(2), slot_on(3)}}), {19, 19, 38}, 0.002);
}

// Its load is below its share on either channel, so that no turn tells which one to take.
TEST(MaxMinDownstream, ASlotThatGetsAllItAsksForTakesTheChannelWithMore) {
  Topology topology{{38, 38}, {slot_on(3), slot_on(1), slot_on(2), slot_on(2), slot_on(2)}};
  topology.slots[0].asks.most = 15;
  for (const bool is_shaped : {false, true}) {
    topology.slots[0].is_shaped = is_shaped;
    expect_rates(rates_of(topology), {15, 23, 38. / 3, 38. / 3, 38. / 3}, 0.02);
  }
}

TEST(MaxMinDownstream, RandomTopologiesAreMaxMinFair) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Topology topology = random_topology(seed);
    const std::vector<double> rates =
        measured_rates(topology, kPsPerSecond / 4, 3 * kPsPerSecond / 2);
    EXPECT_LT(largest_deviation(rates, max_min_rates(topology)), 0.02) << "seed " << seed;
  }
}

// In each of these, slots with little to send fill channels that others need, if they take the
// first that is free.
TEST(MaxMinDownstream, LoadsAndReservedRatesLeaveChannelsToOthers) {
  const auto expect_max_min = [](Limits limits, const std::vector<std::uint64_t>& seeds) {
    for (const std::uint64_t seed : seeds) {
      const Topology topology = random_topology(seed, limits);
      const std::vector<double> rates = measured_rates(topology, kPsPerSecond / 2, kPsPerSecond);
      EXPECT_LT(largest_deviation(rates, max_min_rates(topology)), 0.02) << "seed " << seed;
    }
  };
  expect_max_min(Limits::kLoads, {40, 71, 116, 132, 147});
  expect_max_min(Limits::kReservedRates, {5, 37, 49, 54, 67});
}

// Priorities, loads, own rates and reserved rates together. In each of these topologies flows lose
// a part of their rates if slots choose their channels by what these carried lately.
TEST(MaxMinDownstream, MixedTopologiesAreMaxMinFair) {
  for (const std::uint64_t seed : {5, 32, 110}) {
    const Topology topology = mixed_topology(seed);
    const std::vector<double> rates = measured_rates(topology, kPsPerSecond / 2, kPsPerSecond);
    EXPECT_LT(largest_deviation(rates, max_min_rates(topology), 1), 0.02) << "seed " << seed;
  }
}

TEST(MaxMinDownstream, ReservedRatesThatDoNotFitShareTheChannelInProportion) {
  expect_rates(rates_of({{30.72}, {reserving(20), reserving(20), reserving(20)}}),
               std::vector<double>(3, 10.24), 0.002);
  expect_rates(rates_of({{30}, {reserving(40), reserving(20), reserving(10), reserving(5)}}),
               {16, 8, 4, 2}, 0.01);
  expect_rates(rates_of({{30.72}, std::vector<TopologySlot>(40, reserving(1))}),
               std::vector<double>(40, 0.768), 0.01);
}

TEST(MaxMinDownstream, ReservedRatesThatDoNotFitAreServedByPriority) {
  expect_rates(rates_of({{30.72}, {reserving(20), reserving(20), reserving(20, 7)}}),
               {5.36, 5.36, 20}, 0.01);
  expect_rates(rates_of({{30.72}, {reserving(20, 7), reserving(20), reserving(20)}}),
               {20, 5.36, 5.36}, 0.01);
}

// Whatever its place and the size of its packets.
TEST(MaxMinDownstream, ReservedRatesThatDoNotFitDoNotDependOnIndices) {
  Topology topology{{38, 20}, {}};
  for (const double mbps : {30., 15., 5., 30., 15., 5.}) {
    topology.slots.push_back(reserving(mbps));
    topology.slots.back().asks.channels = topology.slots.size() > 3 ? 3 : 1;
    topology.slots.back().bytes = topology.slots.size() % 2 == 0 ? 1'518 : 256;
  }
  const std::vector<double> rates = rates_of(topology);
  EXPECT_LT(largest_deviation(rates, max_min_rates(topology)), 0.01);
  std::reverse(topology.slots.begin(), topology.slots.end());
  std::vector<double> reversed = rates_of(topology);
  std::reverse(reversed.begin(), reversed.end());
  expect_rates(reversed, rates, 0.005);
}

// Each gets what is reserved for it, and an equal part of the rest.
TEST(MaxMinDownstream, AReservedRateDoesNotCountAsAShare) {
  expect_rates(rates_of({{30}, {reserving(12), slot_on(1), slot_on(1)}}), {18, 6, 6}, 0.005);
}

// Weighted fair queueing with demands: a slot with less to send than its share leaves the rest to
// the others, in proportion to their weights.
TEST(MaxMinDownstream, WeightsDivideWhatSmallerDemandsLeave) {
  for (const bool is_shaped : {false, true}) {
    Topology topology{{60}, {slot_on(1), slot_on(1), slot_on(1), slot_on(1)}};
    const double weights[] = {1, 2, 3, 4};
    for (std::size_t i = 0; i < topology.slots.size(); ++i) {
      topology.slots[i].asks.weight = weights[i];
    }
    topology.slots[2].asks.most = 6;  // its share is 18
    topology.slots[2].is_shaped = is_shaped;
    topology.slots[3].asks.most = 30;  // its share is 24, and of what the third leaves 30.9
    topology.slots[3].is_shaped = is_shaped;
    topology.slots[1].bytes = 256;
    expect_rates(rates_of(topology), {8, 16, 6, 30}, 0.01);
  }
}

TEST(MaxMinDownstream, WeightsAndDemandsAgreeWithTheSolver) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    RandomStream random(seed, "test/max_min_downstream/weights");
    Topology topology{{60}, {}};
    const std::uint64_t slots = random.between(3, 9);
    for (std::uint64_t i = 0; i < slots; ++i) {
      TopologySlot slot = slot_on(1);
      slot.asks.weight = std::exp2(static_cast<double>(random.below(7)) - 3);
      slot.bytes = static_cast<std::uint32_t>(random.between(64, 1'518));
      if (i > 0 && random.below(2) == 0) {
        slot.asks.most = 0.5 + 20 * random.uniform();
        slot.is_shaped = random.below(2) == 0;
      }
      topology.slots.push_back(slot);
    }
    const std::vector<double> rates =
        measured_rates(topology, kPsPerSecond / 2, 3 * kPsPerSecond / 2);
    EXPECT_LT(largest_deviation(rates, max_min_rates(topology)), 0.02) << "seed " << seed;
  }
}

TEST(MaxMinDownstream, WeightsHoldFromOneToAHundredThousand) {
  for (const double weight : {2., 500., 1'522., 20'000., 100'000.}) {
    Topology topology{{2'000}, {slot_on(1), slot_on(1)}};
    topology.slots[0].bytes = 64;
    topology.slots[1].bytes = 1'518;
    topology.slots[1].asks.weight = weight;
    // Each sends a hundred packets or more.
    const double bytes = std::max(100 * 64 * (weight + 1), 100 * 1'518 * (1 + 1 / weight));
    const auto time = static_cast<TimePs>(bytes * 8 / 2e9 * 1e12);
    const std::vector<double> rates = measured_rates(topology, 0, time);
    EXPECT_NEAR(rates[0] / rates[1] * weight, 1, 0.02) << weight;
  }
}

}  // namespace
}  // namespace docsis_vp::cmts::max_min_downstream_test
