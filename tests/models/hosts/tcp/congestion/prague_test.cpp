#include "models/hosts/tcp/congestion/prague.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/models/hosts/tcp/congestion/ack_script.h"

namespace docsis_vp::hosts::prague_test {
namespace {

PragueConfig avoiding_congestion(std::uint64_t segments = 10) {
  PragueConfig config;
  config.growth.initial_ssthresh_bytes = segments * kMss;
  return config;
}

TEST(Prague, HalvesForItsFirstMark) {
  Prague prague;
  AckScript sender(prague, 40);
  EXPECT_EQ(prague.alpha(), 0);
  sender.round();
  sender.round();
  EXPECT_EQ(prague.alpha(), 0);  // nothing to average before the first mark
  const std::uint64_t before = prague.cwnd();
  sender.marked(1000).ack(1000);
  EXPECT_EQ(prague.cwnd(), before / 2);
  EXPECT_EQ(prague.ssthresh(), prague.cwnd());
  EXPECT_FALSE(prague.in_slow_start());
}

// alpha = (1 - g) alpha + g F, F the share of marked octets of a round.
TEST(Prague, AveragesTheShareOfMarksPerRound) {
  Prague prague(avoiding_congestion(100));
  AckScript sender(prague, 100);
  sender.rtt(50 * kPsPerMs);
  double alpha = 1;
  sender.marked(1000).ack(1000);
  alpha = alpha * 15 / 16 + 1.0 / 16;  // the first acknowledgment ends a round of its own
  EXPECT_DOUBLE_EQ(prague.alpha(), alpha);
  for (const std::uint64_t share : {0U, 0U, 100U, 1000U, 500U, 0U, 250U}) {
    sender.round(share);
    alpha = alpha * 15 / 16 + static_cast<double>(share) / 1000 / 16;
    EXPECT_NEAR(prague.alpha(), alpha, 1e-5) << share;
  }
}

TEST(Prague, ReducesByHalfOfAlphaOncePerRound) {
  Prague prague(avoiding_congestion(100));
  AckScript sender(prague, 100);
  sender.rtt(50 * kPsPerMs).marked(1000).ack(1000);
  for (int rounds = 0; rounds < 20; ++rounds) sender.round();
  const double alpha = prague.alpha();
  ASSERT_LT(alpha, 0.35);
  const auto before = static_cast<double>(prague.cwnd());
  sender.marked(1000).ack(1000);
  const std::uint64_t reduced = prague.cwnd();
  EXPECT_NEAR(static_cast<double>(reduced), before * (1 - alpha / 2), 1);
  sender.marked(1000).ack(1000);
  EXPECT_EQ(prague.cwnd(), reduced);  // marked octets let nothing grow either
  sender.ack(1000);
  EXPECT_GT(prague.cwnd(), reduced);
}

struct RttCase {
  TimePs rtt;
  double segments_per_round;
};

// a = (rtt / 25 ms)^2 below 25 ms.
TEST(Prague, GrowsPerRoundBySquareOfTheRoundTripTimeOverTheReference) {
  for (const RttCase& test :
       {RttCase{5 * kPsPerMs, 0.04}, RttCase{10 * kPsPerMs, 0.16}, RttCase{20 * kPsPerMs, 0.64},
        RttCase{25 * kPsPerMs, 1}, RttCase{100 * kPsPerMs, 1}}) {
    Prague prague(avoiding_congestion(100));
    AckScript sender(prague, 100);
    sender.rtt(test.rtt);
    for (int rounds = 0; rounds < 6; ++rounds) sender.round();
    const auto before = static_cast<double>(prague.cwnd());
    for (int rounds = 0; rounds < 25; ++rounds) sender.round();
    EXPECT_NEAR(static_cast<double>(prague.cwnd()) - before, 25'000 * test.segments_per_round,
                400 * test.segments_per_round + 1)
        << to_ms(test.rtt);
  }
}

// Rate gained per second, in segments / s^2: that of 25 ms, whatever the round trip below it.
TEST(Prague, GainsRateAtThePaceOfTheReferenceRoundTrip) {
  for (const TimePs rtt : {2 * kPsPerMs, 5 * kPsPerMs, 12 * kPsPerMs, 25 * kPsPerMs}) {
    Prague prague(avoiding_congestion(50));
    AckScript sender(prague, 50);
    sender.rtt(rtt);
    for (int rounds = 0; rounds < 6; ++rounds) sender.round();
    const auto before = static_cast<double>(prague.cwnd());
    const TimePs start = sender.now();
    while (sender.now() - start < kPsPerSecond) sender.round();
    const double gained = (static_cast<double>(prague.cwnd()) - before) / kMss / to_seconds(rtt);
    EXPECT_NEAR(gained / to_seconds(sender.now() - start), 1600, 40) << to_ms(rtt);
  }
}

TEST(Prague, IsAsFastAsRenoUntilFourRoundsAfterSlowStart) {
  Prague prague(avoiding_congestion(100));
  AckScript sender(prague, 100);
  sender.rtt(5 * kPsPerMs);
  sender.round();
  const auto before = static_cast<double>(prague.cwnd());
  sender.round();
  EXPECT_NEAR(static_cast<double>(prague.cwnd()) - before, 1000, 110);
}

TEST(Prague, ReducesAndAveragesOncePerReferenceRoundTripWhenTheRoundTripIsShorter) {
  Prague prague(avoiding_congestion(40));
  AckScript sender(prague, 40);
  sender.rtt(5 * kPsPerMs).marked(1000).ack(1000);
  for (int rounds = 0; rounds < 20; ++rounds) sender.round();
  int reductions = 0;
  int averages = 0;
  const TimePs start = sender.now();
  while (sender.now() - start < 10 * 25 * kPsPerMs) {
    const std::uint64_t window = prague.cwnd();
    const double alpha = prague.alpha();
    sender.wait(125 * kPsPerUs);
    sender.marked(100).ack(1000);
    if (prague.cwnd() < window) ++reductions;
    if (prague.alpha() != alpha) ++averages;
  }
  EXPECT_GE(reductions, 8);
  EXPECT_LE(reductions, 11);
  EXPECT_GE(averages, 8);
  EXPECT_LE(averages, 11);
}

TEST(Prague, HalvesForALossOnceWithItsMarks) {
  Prague prague(avoiding_congestion(20));
  AckScript sender(prague, 20);
  sender.ack(1000);
  const auto before = static_cast<double>(prague.cwnd());
  sender.lose();
  EXPECT_NEAR(static_cast<double>(prague.cwnd()), before / 2, 1);
  EXPECT_EQ(prague.ssthresh(), prague.cwnd());
  const std::uint64_t reduced = prague.cwnd();
  sender.marked(1000).in_recovery().ack(1000);
  sender.marked(1000).ack(1000);
  EXPECT_EQ(prague.cwnd(), reduced);
}

TEST(Prague, AMarkOnWhatATimeoutSendsAgainChangesNothing) {
  Prague prague(avoiding_congestion(20));
  AckScript sender(prague, 20);
  for (int rounds = 0; rounds < 3; ++rounds) sender.round();
  sender.expire();
  const std::uint64_t ssthresh = prague.ssthresh();
  sender.marked(1000).ack(1000);
  EXPECT_EQ(prague.ssthresh(), ssthresh);
}

TEST(Prague, KeepsTwoSegments) {
  Prague prague(avoiding_congestion());
  AckScript sender(prague);
  for (int rounds = 0; rounds < 40; ++rounds) sender.round(1000);
  EXPECT_EQ(prague.cwnd(), 2000u);
  sender.expire();
  EXPECT_EQ(prague.cwnd(), 1000u);
  EXPECT_EQ(prague.ssthresh(), 2000u);
}

TEST(Prague, PacesAWindowPerRoundTripAndTwiceThatInSlowStart) {
  Prague starting;
  AckScript a(starting);
  a.rtt(20 * kPsPerMs).ack(1000);
  EXPECT_EQ(starting.pacing_bytes_per_s(), 2 * 11'000u * 50);
  Prague prague(avoiding_congestion());
  AckScript b(prague);
  EXPECT_EQ(prague.pacing_bytes_per_s(), 0u);  // nothing is known of the round trip yet
  b.rtt(20 * kPsPerMs).ack(1000);
  EXPECT_NEAR(static_cast<double>(prague.pacing_bytes_per_s()), 10'100 * 50.0, 50);
}

TEST(Prague, WithoutCountsOfMarksIsReno) {
  Prague prague(avoiding_congestion());
  prague.start({kMss, 10 * kMss, 0, false});
  EXPECT_FALSE(prague.reads_marks());
  AckSample ack{};
  ack.srtt = ack.rtt = ack.min_rtt = 5 * kPsPerMs;
  ack.cwnd_limited = true;
  ack.acked_bytes = ack.delivered_bytes = kMss;
  for (unsigned round = 0; round < 10; ++round) {
    for (std::uint64_t acked = prague.cwnd() / kMss; acked > 0; --acked) {
      ack.una += kMss;
      ack.nxt = ack.una + prague.cwnd();
      prague.on_ack(ack);
    }
  }
  EXPECT_NEAR(static_cast<double>(prague.cwnd()), 20 * kMss, kMss);  // a segment per round trip
  EXPECT_EQ(prague.pacing_bytes_per_s(), 0U);
  const std::uint64_t before = prague.cwnd();
  prague.on_congestion({0, Congestion::kEce, before, 5 * kPsPerMs});
  EXPECT_EQ(prague.cwnd(), before / 2);
  prague.start({kMss, 10 * kMss, 0, true});
  EXPECT_TRUE(prague.reads_marks());
}

}  // namespace
}  // namespace docsis_vp::hosts::prague_test
