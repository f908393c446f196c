// Runs a slot scheduler on channels with nothing around it: which rates its slots get.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/base/time.h"
#include "tests/models/cmts/max_min.h"

namespace docsis_vp::cmts {

struct TopologySlot {
  MaxMinSlot asks;              // rates in Mbit/s
  std::uint32_t bytes = 1'518;  // of its packets
  bool is_shaped = false;       // `most` is a rate of its own; else what it is offered
};

struct Topology {
  std::vector<double> capacities_mbps;
  std::vector<TopologySlot> slots;
};

// 2 to 6 channels of 10 to 99 Mbit/s, 2 to 15 slots on any of them, weights of 0.1 to 10, packets
// of 64 to 1518 bytes, three priorities. All slots are greedy.
Topology random_topology(std::uint64_t seed);

// The same, but half of the slots have a load or a rate of their own, or a reserved rate. The
// reserved rates of a topology do not always fit. All slots have one priority and weight.
enum class Limits : std::uint8_t { kLoads, kReservedRates };
Topology random_topology(std::uint64_t seed, Limits limits);

// Everything at once, from other distributions: 2 to 8 channels that are mostly equal, 3 to 30
// slots on 1 to 4 neighbouring channels, one to four priorities, loads and rates of an exponential
// distribution, reserved rates for three of ten slots.
Topology mixed_topology(std::uint64_t seed);

// Rates of slots in Mbit/s, after a settling time. Slots that have a finite load of their own are
// offered it evenly; all others have packets waiting all the time.
std::vector<double> measured_rates(const Topology& topology, TimePs settle, TimePs duration);
std::vector<double> max_min_rates(const Topology& topology);

// The largest deviation of a measured rate from its max-min rate, as a part of the latter. Rates
// below `least_mbps` count as of that size.
double largest_deviation(const std::vector<double>& measured, const std::vector<double>& expected,
                         double least_mbps = 0.05);

// Jain's index of the measured rates over their max-min rates: 1 if all get the same part. Slots
// with less than `least_mbps` do not count.
double jain_index(const std::vector<double>& measured, const std::vector<double>& expected,
                  double least_mbps = 0.05);

}  // namespace docsis_vp::cmts
