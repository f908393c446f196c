// The blocks together: what the loop must do when something is lost, and what must hold always.
#include "tests/models/cm/support/upstream_loop.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <ostream>
#include <set>
#include <vector>

#include "platform/base/random.h"

namespace docsis_vp::cm::upstream_loop_test {
namespace {

__extension__ using Wide = __int128;

const ShaperConfig k20Mbps = {20'000'000, 20'000, 20'000'000};

struct Loss {
  const char* name;
  std::function<void(UpstreamLoop&)> strike;  // at 2 s and, unless `once`, at 3 s
  bool once;
};

void PrintTo(const Loss& loss, std::ostream* out) {
  *out << loss.name;
}

class Healing : public ::testing::TestWithParam<Loss> {};

TEST_P(Healing, KeepsTheRateAndBringsOutstandingBytesBack) {
  UpstreamLoop undisturbed("undisturbed", {{k20Mbps, 0}});
  UpstreamLoop disturbed("disturbed", {{k20Mbps, 0}});
  run_until(kPsPerUs);
  // Returns the most bytes outstanding meanwhile.
  const auto saturate = [&](TimePs end) {
    std::uint64_t outstanding = 0;
    while (platform::now_ps() < end) {
      undisturbed.write(1500);
      disturbed.write(1500);
      run_until(platform::now_ps() + 400 * kPsPerUs);
      outstanding = std::max(outstanding, disturbed.requests.ledger(0).outstanding());
    }
    return outstanding;
  };
  saturate(1 * kPsPerSecond);
  const std::uint64_t normal = saturate(2 * kPsPerSecond);
  const auto sent = [](UpstreamLoop& loop) { return loop.memory.counters(0).read_bytes; };
  const std::uint64_t undisturbed_before = sent(undisturbed);
  const std::uint64_t disturbed_before = sent(disturbed);
  for (TimePs strike = 2 * kPsPerSecond; strike <= 3 * kPsPerSecond; strike += kPsPerSecond) {
    saturate(strike);
    if (!GetParam().once || strike == 2 * kPsPerSecond) {
      GetParam().strike(disturbed);
    }
    // The loss shows within a loop of at most 8 ms; two more heal it.
    saturate(strike + 24 * kPsPerMs);
    EXPECT_LE(saturate(strike + 400 * kPsPerMs), normal + 5000);  // a MAP interval at 20 Mbit/s
    EXPECT_LE(saturate(strike + 900 * kPsPerMs), normal + 100);
  }
  saturate(53 * kPsPerSecond);
  const auto expected = static_cast<double>(sent(undisturbed) - undisturbed_before);
  const auto measured = static_cast<double>(sent(disturbed) - disturbed_before);
  EXPECT_NEAR(expected * 8 / 51, 20e6, 20e3);
  EXPECT_NEAR(measured / expected, 1.0, 0.003);
}

INSTANTIATE_TEST_SUITE_P(
    Loss, Healing,
    ::testing::Values(
        Loss{"TwoMaps", [](UpstreamLoop& loop) { loop.cmts.lose_maps(1); }, false},
        Loss{"TwoMisses", [](UpstreamLoop& loop) { loop.builder.miss_next(1); }, false},
        Loss{"Request", [](UpstreamLoop& loop) { loop.cmts.lose_requests(1); }, true}),
    [](const auto& loss) { return loss.param.name; });

TEST(UpstreamLoop, ARequestThatIsLostWhenNothingElseIsOnTheWayIsSentAgain) {
  UpstreamLoop loop("loop", {{{0, 3044, 0}, 0}});
  run_until(5 * kPsPerMs);
  loop.cmts.lose_requests(3);
  loop.write(1000);
  run_until(200 * kPsPerMs);
  EXPECT_EQ(loop.memory.queued_bytes(0), 0U);
  EXPECT_EQ(loop.requests.counters(0).lost_requests, 3U);
  EXPECT_EQ(loop.requests.counters(0).contention_requests, 4U);
  EXPECT_EQ(loop.requests.ledger(0).outstanding(), 0U);
  EXPECT_EQ(loop.requests.ledger(0).granted(), 0U);
}

TEST(UpstreamLoop, GivesUpAPacketAfterSixteenTries) {
  UpstreamLoop loop("loop", {{{0, 3044, 0}, 0}});
  run_until(kPsPerUs);
  loop.cmts.lose_requests(17);
  loop.write(1000);
  loop.write(500);
  run_until(3 * kPsPerSecond);
  const RequestEngine::FlowCounters& counters = loop.requests.counters(0);
  EXPECT_EQ(counters.giveup_drops, 1U);
  EXPECT_EQ(counters.giveup_drop_bytes, 1000U);
  EXPECT_EQ(loop.memory.counters(0).read_packets, 1U);  // the one behind it
  EXPECT_EQ(loop.memory.queued_packets(0), 0U);
}

TEST(UpstreamLoop, ABurstThatLeavesWithAnEmptyBucketDoesNotStrandTheRest) {
  // 1 Mbit/s and a bucket of one packet: whenever a burst is built nothing more is eligible, its
  // piggyback asks for nothing, and only the arrival of tokens can make the flow ask again.
  UpstreamLoop loop("loop", {{{1'000'000, 1522, 0}, 0}});
  run_until(kPsPerUs);
  for (int i = 0; i < 20; ++i) {
    loop.write(1500);
  }
  run_until(300 * kPsPerMs);
  EXPECT_EQ(loop.memory.counters(0).read_packets, 20U);
  EXPECT_EQ(loop.requests.ledger(0).outstanding(), 0U);
}

TEST(UpstreamLoop, AModemWithoutTrafficSendsNothing) {
  UpstreamLoop loop("loop", {{k20Mbps, 0}, {k20Mbps, 3}});
  run_until(kPsPerSecond);
  EXPECT_TRUE(loop.cmts.bursts.empty());
}

// A window of one opportunity makes all flows of the modem draw the same one, time after time.
TEST(UpstreamLoop, OfFlowsOnOneOpportunityTheHighestPrioritySendsAndNobodyElse) {
  const std::vector<unsigned> priorities = {0, 5, 3, 7, 3};
  std::vector<UpstreamLoop::FlowOptions> flows;
  for (const unsigned priority : priorities) {
    flows.push_back({{0, 3044, 0}, priority});
  }
  UpstreamLoop loop("loop", flows);
  run_until(5 * kPsPerMs);
  for (unsigned flow = 0; flow < flows.size(); ++flow) {
    loop.write(1000, flow);
  }
  run_until(50 * kPsPerMs);
  std::vector<docsis::Minislot> used;
  std::vector<unsigned> order;
  for (const SentBurst& sent : loop.cmts.bursts) {
    if (sent.burst.octets[0] == 0xC8) {
      used.push_back(sent.burst.first_minislot);
      order.push_back(sent.burst.sid - 0x100U);
    }
  }
  EXPECT_EQ(std::set<docsis::Minislot>(used.begin(), used.end()).size(), used.size());
  EXPECT_EQ(order, (std::vector<unsigned>{3, 1, 2, 4, 0}));
  EXPECT_EQ(loop.requests.counters(0).yielded, 4U);
  for (unsigned flow = 0; flow < flows.size(); ++flow) {
    EXPECT_EQ(loop.requests.counters(flow).lost_requests, 0U);
    EXPECT_EQ(loop.memory.queued_bytes(flow), 0U);
  }
}

TEST(UpstreamLoop, LatencyOfAnIsolatedPacketIsTheClosedForm) {
  // Eligible at t: the next opportunity of a MAP n with start >= t; answered in MAP n+2, whose
  // first grant lies behind its request region.
  UpstreamLoop loop("loop", {{{0, 3044, 0}, 0}});
  RandomStream random(9, "phases");
  for (int i = 0; i < 100; ++i) {
    const TimePs at = (100 + 20 * i) * kPsPerMs + random.between(0, 2 * kPsPerMs - 1);
    run_until(at);
    loop.write(1000);
    run_until(at + 15 * kPsPerMs);
    const TimePs region = (at + SmallCmts::kInterval - 1) / SmallCmts::kInterval;
    const TimePs expected =
        (region + 2) * SmallCmts::kInterval + SmallCmts::kRegion * SmallCmts::kMinislot;
    ASSERT_FALSE(loop.cmts.grants.empty());
    EXPECT_EQ(loop.cmts.grants.back().start, expected);
  }
  EXPECT_EQ(loop.builder.flow(0).request_grant_ps.count(), 100U);
  EXPECT_GE(loop.builder.flow(0).request_grant_ps.min(), 4U * kPsPerMs);
  EXPECT_LT(loop.builder.flow(0).request_grant_ps.max(), 6U * kPsPerMs + 50 * kPsPerUs);
}

// Tx(t1, t2) <= rate (t2 - t1 + J) / 8 + depth at the RF port, over every interval.
void expect_shaped_at_rf(const UpstreamLoop& loop, std::uint64_t rate, std::uint64_t depth,
                         TimePs jitter) {
  constexpr Wide kUnit = Wide{8} * kPsPerSecond;
  Wide lowest = Wide{1} << 120;
  Wide sent = 0;
  for (const SentBurst& burst : loop.cmts.bursts) {
    std::uint64_t bytes = 0;
    for (const docsis::BurstRun& run : burst.burst.runs) {
      bytes += run.frame_bytes;
    }
    lowest = std::min(lowest, sent - Wide{rate} * burst.burst.start);
    sent += static_cast<Wide>(bytes) * kUnit;
    ASSERT_LE(sent - Wide{rate} * burst.burst.start - lowest,
              static_cast<Wide>(depth) * kUnit + Wide{rate} * jitter);
  }
}

TEST(UpstreamLoop, BothShaperInequalitiesHoldAtRfWithTheReportedJitter) {
  const ShaperConfig shaper = {8'000'000, 40'000, 16'000'000};
  UpstreamLoop loop("loop", {{shaper, 0}});
  run_until(kPsPerUs);
  RandomStream random(4, "arrivals");
  while (platform::now_ps() < 20 * kPsPerSecond) {
    const auto packets = random.between(1, 60);
    for (int i = 0; i < packets; ++i) {
      loop.write(static_cast<std::uint32_t>(random.between(64, 1518)));
    }
    run_until(platform::now_ps() + random.between(0, 80) * kPsPerMs);
  }
  const BurstBuilder::FlowCounters& flow = loop.builder.flow(0);
  ASSERT_GT(loop.cmts.bursts.size(), 2000U);
  const TimePs jitter = flow.release_to_rf_max - flow.release_to_rf_min;
  EXPECT_GT(jitter, 0);
  EXPECT_LT(jitter, 12 * kPsPerMs);
  expect_shaped_at_rf(loop, shaper.max_sustained_rate_bps, shaper.max_burst_bytes, jitter);
  expect_shaped_at_rf(loop, shaper.peak_rate_bps, kPeakBucketBytes, jitter);
}

TEST(UpstreamLoop, ConservesPacketsAndBytesAndNeverGrantsUnasked) {
  UpstreamLoop loop("loop", {{k20Mbps, 0}, {{3'000'000, 3044, 0}, 5}});
  run_until(kPsPerUs);
  RandomStream random(8, "arrivals");
  std::vector<std::uint64_t> packets(2);
  std::vector<std::uint64_t> bytes(2);
  while (platform::now_ps() < 2 * kPsPerSecond) {
    const auto flow = static_cast<unsigned>(random.below(2));
    const auto size = static_cast<std::uint32_t>(random.between(64, 1518));
    if (loop.write(size, flow)) {
      ++packets[flow];
      bytes[flow] += size;
    }
    run_until(platform::now_ps() + random.between(1, 900) * kPsPerUs);
    if (random.below(200) == 0) {
      loop.cmts.lose_maps(1);
    }
    for (unsigned f = 0; f < 2; ++f) {
      const QueueMemory::Counters& counters = loop.memory.counters(f);
      const RequestEngine::FlowCounters& asked = loop.requests.counters(f);
      ASSERT_EQ(packets[f],
                counters.read_packets + loop.memory.queued_packets(f) + asked.giveup_drops);
      ASSERT_EQ(bytes[f],
                counters.read_bytes + loop.memory.queued_bytes(f) + asked.giveup_drop_bytes);
      const std::uint64_t grants = loop.builder.flow(f).segments;
      ASSERT_LE(loop.requests.ledger(f).granted_total(),
                asked.requested_bytes + (grants + loop.cmts.grants.size()) * 48);
    }
  }
  for (const SentBurst& sent : loop.cmts.bursts) {
    if (sent.burst.octets[0] == 0xC8) {
      continue;
    }
    // No burst outside its grant.
    ASSERT_TRUE(std::any_of(loop.cmts.grants.begin(), loop.cmts.grants.end(), [&](const Grant& g) {
      return g.start == sent.burst.start && g.end == sent.burst.end && g.sid == sent.burst.sid &&
             g.bytes == sent.burst.size_bytes;
    }));
  }
}

}  // namespace
}  // namespace docsis_vp::cm::upstream_loop_test
