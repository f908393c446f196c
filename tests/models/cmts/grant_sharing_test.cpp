#include "models/cmts/grant_sharing.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "tests/models/cmts/scheduler_parts.h"

namespace docsis_vp::cmts::grant_sharing_test {
namespace {

// Flow n requests once, n-th.
struct SharingBench : SchedulerParts {
  explicit SharingBench(const std::vector<std::uint64_t>& bytes, unsigned channel_count = 1)
      : SchedulerParts(bytes.size(), channel_count), requests(bytes) {}

  // Returns the minislots of each flow; the demands are kept.
  std::vector<std::uint32_t> divide(std::uint32_t free_minislots, std::uint32_t elements) {
    demand.emplace(config, channels, aggregates, counters.flows);
    sharing.emplace(config, channels, *demand, aggregates);
    for (UpstreamFlow flow = 0; flow < requests.size(); ++flow) {
      demand->add(request(flow, requests[flow], (flow + 1) * 100 * kPsPerUs));
      sharing->begin_waiting(flow);
    }
    demands = demand->collect(0);
    elements_left = elements;
    claims = sharing->divide(0, demands, free_minislots, elements_left, 2 * kPsPerMs);
    std::vector<std::uint32_t> minislots;
    for (const FairShare::Claim& claim : claims) minislots.push_back(claim.minislots);
    return minislots;
  }

  std::vector<std::uint64_t> requests;
  std::optional<UpstreamDemand> demand;
  std::optional<GrantSharing> sharing;
  std::vector<FlowDemand> demands;
  std::vector<FairShare::Claim> claims;
  std::uint32_t elements_left = 0;
};

using Minislots = std::vector<std::uint32_t>;

TEST(GrantSharing, GrantsAllThatFits) {
  SharingBench bench({400, 100});
  EXPECT_EQ(bench.divide(156, 20), (Minislots{9, 3}));  // 408 and 108 bytes with headers
  EXPECT_EQ(bench.elements_left, 18U);
  EXPECT_FALSE(bench.demands[0].is_pending);
}

TEST(GrantSharing, EqualFlowsShareEqually) {
  SharingBench bench({40'000, 40'000});
  EXPECT_EQ(bench.divide(128, 20), (Minislots{64, 64}));
  EXPECT_EQ(bench.elements_left, 18U);
}

TEST(GrantSharing, AHigherPriorityComesFirst) {
  SharingBench bench({40'000, 3'000});
  bench.config.flows[1].priority = 1;
  EXPECT_EQ(bench.divide(100, 20), (Minislots{37, 63}));  // 3008 bytes need 63 minislots
}

TEST(GrantSharing, OldestFirstServesThatWhole) {
  SharingBench bench({4'000, 4'000});
  bench.config.scheduler.sharing = Sharing::kOldestFirst;
  EXPECT_EQ(bench.divide(100, 20), (Minislots{84, 16}));
  EXPECT_FALSE(bench.demands[0].is_pending);
  EXPECT_TRUE(bench.demands[1].is_pending);  // an element is kept for its rest
  EXPECT_EQ(bench.elements_left, 17U);
}

TEST(GrantSharing, AGrantNeedsAnElement) {
  SharingBench bench({400, 100});
  EXPECT_EQ(bench.divide(156, 1), (Minislots{9, 0}));
  EXPECT_EQ(bench.elements_left, 0U);
}

TEST(GrantSharing, AReservedRatePaysForItsPart) {
  SharingBench bench({40'000, 40'000});
  bench.config.flows[1].min_reserved_rate_bps = 1'000'000;
  const Minislots minislots = bench.divide(100, 20);
  EXPECT_EQ(minislots[0] + minislots[1], 100U);
  EXPECT_EQ(bench.claims[0].charged_bytes, 0U);
  // The bucket holds 1522 bytes and 8 ms of the rate: 2522 bytes, 53 minislots with the header.
  EXPECT_EQ(bench.claims[1].charged_bytes, 53U * 48 - 8);
}

TEST(GrantSharing, ATdmaFlowWithoutCompetitionTakesAnyChannel) {
  SharingBench bench({4'000}, 2);
  EXPECT_EQ(bench.divide(156, 20), (Minislots{84}));
}

}  // namespace
}  // namespace docsis_vp::cmts::grant_sharing_test
