#include "models/hosts/tcp/congestion/cubic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "tests/models/hosts/tcp/congestion/ack_script.h"
#include "tests/models/hosts/tcp/congestion/cubic_oracle.h"

namespace docsis_vp::hosts::cubic_test {
namespace {

double segments(const Cubic& cubic) {
  return static_cast<double>(cubic.cwnd()) / kMss;
}

// A Cubic and its oracle, which see the same acknowledgments.
struct Pair {
  explicit Pair(const CubicConfig& config, std::uint64_t initial_segments, TimePs round_trip)
      : cubic(config), sender(cubic, initial_segments), rtt(round_trip) {
    sender.rtt(round_trip);
    oracle.cwnd = static_cast<double>(initial_segments);
    oracle.fast_convergence = config.fast_convergence;
    oracle.reno_friendly = config.reno_friendly;
    oracle.c = config.c;
    oracle.beta = config.beta;
  }

  void lose() {
    sender.lose();
    oracle.congestion(true);
  }
  void echo() {
    sender.echo();
    oracle.congestion(false);
  }
  void ack(TimePs after, std::uint64_t bytes) {
    sender.wait(after);
    oracle.ack(to_seconds(sender.now()), to_seconds(rtt), static_cast<double>(bytes) / kMss);
    sender.ack(bytes);
  }
  // So many round trips' acknowledgments, evenly spread; true if the windows never differed by more
  // than the octets that cwnd() and ssthresh() round off.
  bool agree(int round_trips, std::uint64_t bytes_per_ack) {
    for (int i = 0; i < round_trips; ++i) {
      const std::uint64_t end = cubic.cwnd() / bytes_per_ack;
      for (std::uint64_t n = 0; n < end; ++n) {
        ack(rtt / static_cast<TimePs>(end), bytes_per_ack);
        if (std::fabs(segments(cubic) - oracle.cwnd) > 0.002 + 1e-4 * oracle.cwnd) return false;
      }
    }
    return true;
  }

  Cubic cubic;
  CubicOracle oracle;
  AckScript sender;
  TimePs rtt;
};

struct CurveCase {
  std::uint64_t window_segments;
  TimePs rtt;
  std::uint64_t bytes_per_ack;
  int round_trips;
};

TEST(Cubic, FollowsTheRulesOfTheRfcFromOneLossToFarBeyondThePlateau) {
  const std::vector<CurveCase> cases = {
      {10, 10 * kPsPerMs, 1000, 400},   {100, 100 * kPsPerMs, 1000, 120},
      {100, 10 * kPsPerMs, 2000, 500},  {100, kPsPerMs, 1000, 500},
      {1000, 200 * kPsPerMs, 2000, 80}, {3, 50 * kPsPerMs, 1000, 300},
      {400, 20 * kPsPerMs, 500, 100}};
  for (const CurveCase& test : cases) {
    for (const bool friendly : {true, false}) {
      CubicConfig config;
      config.reno_friendly = friendly;
      Pair pair(config, test.window_segments, test.rtt);
      pair.lose();
      EXPECT_TRUE(pair.agree(test.round_trips, test.bytes_per_ack))
          << test.window_segments << " segments, " << to_ms(test.rtt) << " ms, friendly "
          << friendly << ": " << segments(pair.cubic) << " against " << pair.oracle.cwnd;
    }
  }
}

TEST(Cubic, FollowsTheRulesThroughRepeatedLossesAndMarks) {
  for (const bool fast : {true, false}) {
    CubicConfig config;
    config.fast_convergence = fast;
    Pair pair(config, 200, 40 * kPsPerMs);
    for (const int round_trips : {60, 10, 150, 3, 40, 400}) {
      round_trips % 20 == 0 ? pair.lose() : pair.echo();
      ASSERT_TRUE(pair.agree(round_trips, 1000)) << fast << " " << round_trips;
    }
  }
}

// K = cbrt((W_max - cwnd) / C): 100 segments, 30 lost to beta, K = 4.217 s.
TEST(Cubic, IsBackAtItsPlateauAfterK) {
  CubicConfig config;
  config.reno_friendly = false;
  Cubic cubic(config);
  AckScript sender(cubic, 100);
  sender.rtt(20 * kPsPerMs).lose();
  EXPECT_EQ(cubic.cwnd(), 70'000u);
  sender.wait(20 * kPsPerMs);
  sender.ack(1000);  // the epoch begins
  const TimePs start = sender.now();
  const std::vector<std::pair<double, double>> curve = {// seconds, 0.4 (t - 4.2172)^3 + 100
                                                        {1.0, 86.68},  {2.0, 95.64},  {3.0, 99.28},
                                                        {4.0, 99.996}, {5.0, 100.19}, {6.0, 102.27},
                                                        {7.0, 108.62}};
  for (const auto& [at, window] : curve) {
    while (to_seconds(sender.now() - start) < at) sender.round();
    EXPECT_NEAR(segments(cubic), window, 0.4) << at;
  }
}

// The mean window of AIMD(alpha, 0.7) equals that of AIMD(1, 0.5) if alpha = 9 / 17.
TEST(Cubic, GrowsLikeRenoOfTheSameMeanWindowWhereThatIsFaster) {
  Cubic cubic;
  AckScript sender(cubic, 40);
  sender.rtt(5 * kPsPerMs).lose();
  const double before = segments(cubic);
  for (int round_trip = 0; round_trip < 20; ++round_trip) sender.round();
  EXPECT_NEAR(segments(cubic), before + 20 * 9.0 / 17.0, 0.3);
  // From the window of the loss on: a segment per round trip.
  while (segments(cubic) < 41) sender.round();
  const double from = segments(cubic);
  for (int round_trip = 0; round_trip < 20; ++round_trip) sender.round();
  EXPECT_NEAR(segments(cubic), from + 20, 0.6);
}

TEST(Cubic, GrowsByHalfAWindowPerRoundTripAtMost) {
  CubicConfig config;
  config.c = 100;
  Cubic cubic(config);
  AckScript sender(cubic, 10);
  sender.rtt(2 * kPsPerSecond).lose();
  sender.ack(1000);
  for (int i = 0; i < 5; ++i) {
    const double before = segments(cubic);
    sender.wait(2 * kPsPerSecond);
    for (int n = 0; n < static_cast<int>(before); ++n) sender.ack(1000);
    EXPECT_LE(segments(cubic), before * 1.65);  // exp(1/2), taken acknowledgment by acknowledgment
    EXPECT_GT(segments(cubic), before * 1.2);
  }
}

struct ReductionCase {
  std::uint64_t window_segments;
  bool loss;
  std::uint64_t cwnd;
  std::uint64_t ssthresh;
};

TEST(Cubic, KeepsSevenTenthsAndTwoSegmentsOfALossOneOfAMark) {
  for (const ReductionCase& test :
       {ReductionCase{100, true, 70'000, 70'000}, ReductionCase{100, false, 70'000, 70'000},
        ReductionCase{2, true, 2000, 2000}, ReductionCase{2, false, 1400, 2000},
        ReductionCase{1, true, 2000, 2000}, ReductionCase{1, false, 1000, 2000}}) {
    Cubic cubic;
    AckScript sender(cubic, test.window_segments);
    test.loss ? sender.lose() : sender.echo();
    EXPECT_EQ(cubic.cwnd(), test.cwnd) << test.window_segments;
    EXPECT_EQ(cubic.ssthresh(), test.ssthresh) << test.window_segments;
  }
}

// A second loss before the plateau of 1000 segments, at w: the next plateau is 0.85 w, or w.
TEST(Cubic, AimsLowerAfterALossBelowItsPlateauIfItConvergesFast) {
  for (const bool fast : {true, false}) {
    CubicConfig config;
    config.fast_convergence = fast;
    config.reno_friendly = false;
    Cubic cubic(config);
    AckScript sender(cubic, 1000);
    sender.rtt(10 * kPsPerMs).lose();
    for (int i = 0; i < 300; ++i) sender.round();
    const double w = segments(cubic);
    ASSERT_GT(w, 850);
    ASSERT_LT(w, 1000);
    sender.lose();
    const double plateau = fast ? 0.85 * w : w;
    const double k = std::cbrt((plateau - 0.7 * w) / 0.4);
    sender.ack(1000);
    const TimePs begin = sender.now();
    while (to_seconds(sender.now() - begin) < k) sender.round();
    EXPECT_NEAR(segments(cubic), plateau, 0.5);
  }
}

TEST(Cubic, TimeThatTheWindowDidNotLimitDoesNotCount) {
  CubicConfig config;
  Pair pair(config, 300, 50 * kPsPerMs);
  pair.lose();
  ASSERT_TRUE(pair.agree(20, 1000));
  const double before = segments(pair.cubic);
  for (int i = 0; i < 50; ++i) {
    pair.sender.wait(100 * kPsPerMs);
    pair.sender.not_cwnd_limited().ack(1000);
    EXPECT_EQ(segments(pair.cubic), before);
  }
  pair.oracle.skip(5.0);
  EXPECT_TRUE(pair.agree(40, 1000));
}

TEST(Cubic, APauseDoesNotCount) {
  Pair pair(CubicConfig(), 300, 50 * kPsPerMs);
  pair.lose();
  ASSERT_TRUE(pair.agree(20, 1000));
  pair.sender.wait(5 * kPsPerSecond);
  pair.cubic.on_idle(pair.sender.now(), 5 * kPsPerSecond);
  pair.oracle.skip(5.0);
  EXPECT_TRUE(pair.agree(40, 1000));
}

// RFC 9438 sec. 4.3: W_est is the window as congestion avoidance begins, after an idle restart too.
TEST(Cubic, DoesNotLeapToAnOldEstimateAsSlowStartEnds) {
  Pair pair(CubicConfig(), 300, 50 * kPsPerMs);
  pair.lose();
  for (int i = 0; i < 20'000; ++i) pair.sender.ack(1000);
  ASSERT_GT(pair.cubic.cwnd(), 230'000U);
  pair.cubic.limit_cwnd(10'000);
  while (pair.cubic.in_slow_start()) pair.sender.ack(1000);
  pair.sender.ack(1000);
  EXPECT_LT(pair.cubic.cwnd(), pair.cubic.ssthresh() + 2'000);
}

// RFC 9438 sec. 4.8.
TEST(Cubic, BeginsAtItsPlateauAfterATimeout) {
  Pair pair(CubicConfig(), 100, 50 * kPsPerMs);
  pair.sender.expire();
  EXPECT_EQ(pair.cubic.cwnd(), 1000u);
  EXPECT_EQ(pair.cubic.ssthresh(), 70'000u);
  pair.sender.expire(false);
  EXPECT_EQ(pair.cubic.ssthresh(), 70'000u);
  while (pair.cubic.in_slow_start()) pair.sender.ack(1000);
  EXPECT_EQ(pair.cubic.cwnd(), 70'000u);
  pair.oracle.congestion(true);
  pair.oracle.w_max = pair.oracle.cwnd;
  EXPECT_TRUE(pair.agree(200, 1000));
  EXPECT_EQ(pair.oracle.k(), 0);
}

// tcp_cubic.c, bictcp_update(): cnt is at most 20 while last_max_cwnd is 0.
TEST(Cubic, SearchesAtAPaceOfItsOwnWhileNoPlateauIsKnown) {
  CubicConfig config;
  config.search_growth = 0.05;
  Pair pair(config, 100, 50 * kPsPerMs);
  pair.sender.expire();
  while (pair.cubic.in_slow_start()) pair.sender.ack(1000);
  double before = segments(pair.cubic);
  for (int round_trip = 0; round_trip < 10; ++round_trip) {
    for (int n = 0; n < 50; ++n) {
      pair.sender.wait(kPsPerMs);
      pair.sender.ack(pair.cubic.cwnd() / 50);
    }
    EXPECT_NEAR(segments(pair.cubic), before * 1.0512, 0.05);  // (1 + 1/1000)^50
    before = segments(pair.cubic);
  }
  pair.sender.lose();
  before = segments(pair.cubic);
  pair.sender.wait(50 * kPsPerMs);
  for (int n = 0; n < 50; ++n) pair.sender.ack(1000);
  EXPECT_LT(segments(pair.cubic), before + 1);
}

// RFC 9438 sec. 4.3 against Linux: half of Reno's pace or all of it, once the old window is
// regained.
TEST(Cubic, KeepsItsFriendlyPaceIfToldTo) {
  for (const bool rises : {true, false}) {
    CubicConfig config;
    config.friendly_pace_rises = rises;
    Cubic cubic(config);
    AckScript sender(cubic, 10);
    sender.rtt(10 * kPsPerMs);
    sender.lose();
    while (segments(cubic) < 10.5) sender.round();
    const double before = segments(cubic);
    for (int i = 0; i < 10; ++i) sender.round();
    EXPECT_NEAR(segments(cubic) - before, rises ? 10 : 5.3, 0.7) << rises;
  }
}

TEST(Cubic, ForgetsTheLastConnectionWhenStartedAgain) {
  Cubic used;
  Cubic fresh;
  AckScript(used, 100).lose();
  AckScript again(used, 20);
  AckScript first(fresh, 20);
  for (AckScript* const sender : {&again, &first}) {
    sender->round();
    sender->lose();
    for (int i = 0; i < 50; ++i) sender->round();
  }
  EXPECT_EQ(used.cwnd(), fresh.cwnd());
}

}  // namespace
}  // namespace docsis_vp::hosts::cubic_test
