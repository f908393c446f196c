// Shares of a channel that is too small for all.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/cmts/cmts.h"
#include "system/assembly/system.h"
#include "tests/system/random/random_scenario.h"

namespace docsis_vp::system::shares_test {
namespace {

// Demands and weights are known: the channel divides by water filling.
class Shares : public ::testing::TestWithParam<std::uint64_t> {};

std::vector<double> water_filled(double rate, const std::vector<double>& wanted,
                                 const std::vector<double>& weights) {
  std::vector<double> shares(wanted.size());
  std::vector<bool> full(wanted.size());
  for (bool again = true; again;) {
    again = false;
    double left = rate;
    double weight = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      left -= full[i] ? wanted[i] : 0;
      weight += full[i] ? 0 : weights[i];
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      shares[i] = full[i] ? wanted[i] : left * weights[i] / weight;
      if (!full[i] && shares[i] >= wanted[i]) {
        full[i] = again = true;
      }
    }
  }
  return shares;
}

TEST_P(Shares, FollowReservedRatesAndWeights) {
  System system(load_scenario_text(random_shares(GetParam()), "shares"));
  system.run_for(sc_core::sc_time(300, sc_core::SC_MS));
  const auto granted = [&](unsigned i) {
    return static_cast<double>(system.cmts().scheduler().flow_counters(i).granted_bytes);
  };
  const Scenario& scenario = system.scenario();
  const std::size_t flows = scenario.service_flows.size();
  std::vector<double> before;
  for (unsigned i = 0; i < flows; ++i) before.push_back(granted(i));
  system.run();
  const double seconds = scenario.duration_s - 0.3;
  std::vector<double> shares;  // Mbit/s of the channel
  double total = 0;
  for (unsigned i = 0; i < flows; ++i) {
    shares.push_back((granted(i) - before[i]) * 8e-6 / seconds);
    total += shares.back();
  }
  // Nearly all of it is given away: 156 of 160 minislots.
  EXPECT_NEAR(total, 10.24 * 156 / 160, 0.1);
  std::vector<double> reserved;
  std::vector<double> wanted;  // beyond what is reserved
  std::vector<double> weights;
  double left = total;
  for (unsigned i = 0; i < flows; ++i) {
    const ServiceFlowConfig& flow = scenario.service_flows[i];
    const bool greedy = i % 2 == 0;
    const double most = greedy ? 1e9 : shares[i];
    // With MAC headers and those of segments, which hold 512 bytes and more.
    reserved.push_back(std::min(most, 1.02 * flow.min_reserved_rate_mbps.value_or(0)));
    wanted.push_back(most - reserved.back());
    weights.push_back(*flow.weight);
    left -= reserved.back();
  }
  const std::vector<double> fair = water_filled(left, wanted, weights);
  for (unsigned i = 0; i < flows; i += 2) {
    EXPECT_NEAR(shares[i], reserved[i] + fair[i], 0.03 * shares[i] + 0.02) << i;
  }
  // A flow that asks for less than a share gets its whole demand.
  for (unsigned i = 1; i < flows; i += 2) {
    const double asked = 8e3 / *scenario.flows[i].interval_us * (1006 + 8) / 1000;
    const double share =
        reserved[i] + water_filled(left, std::vector<double>(flows, 1e9), weights)[i];
    if (asked < 0.9 * share) {
      EXPECT_GE(shares[i], 0.95 * asked - 0.03) << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Random, Shares, ::testing::Range<std::uint64_t>(1, 13));

}  // namespace
}  // namespace docsis_vp::system::shares_test
