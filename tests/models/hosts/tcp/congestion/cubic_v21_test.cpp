// CUBIC 2.1, computed by hand. tests/external/ns2 compares with ns-2 itself.
#include "models/hosts/tcp/congestion/cubic_v21.h"

#include <gtest/gtest.h>

#include "models/hosts/tcp/congestion/registry.h"
#include "tests/models/hosts/tcp/congestion/ack_script.h"

namespace docsis_vp::hosts::cubic_v21_test {
namespace {

CubicConfig config() {
  return congestion_preset("ns2-linux-cubic")->cubic;
}

// At 100 segments in congestion avoidance's first moment.
struct Reduced {
  explicit Reduced(const CubicConfig& config = cubic_v21_test::config(), unsigned segments = 100)
      : control(config), sender(control, segments) {
    sender.lose();
  }
  std::uint64_t segments() const { return control.cwnd() / kMss; }
  void run_for(TimePs duration) {
    for (const TimePs end = sender.now() + duration; sender.now() < end;) sender.round();
  }

  CubicV21 control;
  AckScript sender;
};

TEST(CubicV21, SlowStartAddsASegmentPerAcknowledgmentUntilSsthreshIsPassed) {
  CubicConfig limited = config();
  limited.growth.initial_ssthresh_bytes = 22 * kMss;
  CubicV21 control(limited);
  AckScript sender(control, 20);
  for (const std::uint64_t expected : {21, 22, 23, 23}) {
    sender.ack(3 * kMss);
    EXPECT_EQ(control.cwnd(), expected * kMss);
  }
}

TEST(CubicV21, KeepsWholeSegmentsAndAtLeastTwo) {
  EXPECT_EQ(Reduced().segments(), 79U);
  EXPECT_EQ(Reduced(config(), 3).segments(), 2U);
  EXPECT_EQ(Reduced(config(), 2).segments(), 2U);
}

TEST(CubicV21, GrowsOnlyIfAllOfTheWindowWasInFlight) {
  CubicV21 control(config());
  control.start({kMss, 10 * kMss, kPsPerSecond});
  AckSample ack{};
  ack.now = 2 * kPsPerSecond;
  ack.acked_bytes = ack.delivered_bytes = kMss;
  ack.rtt = ack.srtt = ack.min_rtt = 100 * kPsPerMs;
  ack.cwnd_limited = true;
  ack.flight_bytes = 9 * kMss;
  control.on_ack(ack);
  EXPECT_EQ(control.cwnd(), 10 * kMss);
  ack.flight_bytes = 10 * kMss;
  control.on_ack(ack);
  EXPECT_EQ(control.cwnd(), 11 * kMss);
}

// From 79 the plateau of 100 is cbrt(21 * 1024 / 410) = 3.74 s away. The window follows what the
// curve will be a round trip of 0.1 s later.
TEST(CubicV21, FollowsTheCurveToItsPlateauAndBeyond) {
  CubicConfig alone = config();
  alone.reno_friendly = false;
  Reduced reduced(alone);
  const TimePs start = reduced.sender.now();
  for (const TimePs duration : {1'000 * kPsPerMs, 2'700 * kPsPerMs, 3'700 * kPsPerMs}) {
    reduced.run_for(duration);
    const double t = to_seconds(reduced.sender.now() - start) + 0.1 - 3.74;
    EXPECT_NEAR(static_cast<double>(reduced.segments()), 100 + 0.4 * t * t * t, 1.5) << duration;
  }
}

// 16 segments per 100 ms, doubled by delayed_ack of 31/16.
TEST(CubicV21, GrowsNoFasterAboveThePlateauThanItMay) {
  CubicConfig alone = config();
  alone.reno_friendly = false;
  Reduced reduced(alone);
  reduced.run_for(24 * kPsPerSecond);  // the curve rises by 494 segments per second
  const double before = static_cast<double>(reduced.segments());
  const TimePs start = reduced.sender.now();
  reduced.run_for(kPsPerSecond);
  const double tenths = 10 * to_seconds(reduced.sender.now() - start);
  EXPECT_NEAR(static_cast<double>(reduced.segments()) - before, 16 * tenths * 31 / 16, 16);
}

TEST(CubicV21, GivesWayWhereAWindowDoesNotRegainItsPlateau) {
  for (const bool gives_way : {true, false}) {
    CubicConfig alone = config();
    alone.reno_friendly = false;
    alone.fast_convergence = gives_way;
    Reduced reduced(alone);
    reduced.sender.lose();
    EXPECT_EQ(reduced.segments(), 63U);  // of 79
    // The plateau is 79, or 79 * 1843 / 2048 = 71: 3.4 or 2.7 s away.
    reduced.run_for(3'400 * kPsPerMs);
    EXPECT_NEAR(static_cast<double>(reduced.segments()), gives_way ? 71 : 79, 1) << gives_way;
  }
}

// 8 * 1843 / 3 / 205 = 23: Reno's window grows by a segment in 23 eighths of a window, 14 in 40.
TEST(CubicV21, IsNeverMuchSlowerThanReno) {
  for (const bool friendly : {true, false}) {
    CubicConfig slow = config();
    slow.c = 1.0 / 1024;  // a plateau of 10 in 14 s
    slow.reno_friendly = friendly;
    Reduced reduced(slow, 10);
    EXPECT_EQ(reduced.segments(), 7U);
    for (int i = 0; i < 40; ++i) reduced.sender.round();
    EXPECT_NEAR(static_cast<double>(reduced.segments()), friendly ? 21 : 9, 1.5);
  }
}

TEST(CubicV21, ForgetsThePlateauOnATimeoutAndSearches) {
  Reduced reduced;
  reduced.sender.expire();
  EXPECT_EQ(reduced.control.cwnd(), kMss);
  EXPECT_EQ(reduced.control.ssthresh(), 63 * kMss);
  reduced.sender.expire(false);
  EXPECT_EQ(reduced.control.ssthresh(), 2 * kMss);  // of a window of one
}

TEST(CubicV21, SearchesByTwoSegmentsPerHundredAcknowledged) {
  CubicConfig alone = config();
  alone.reno_friendly = false;
  alone.growth.initial_ssthresh_bytes = 99 * kMss;
  CubicV21 control(alone);
  AckScript sender(control, 100);
  for (int i = 0; i < 130; ++i) sender.ack(kMss);
  // 50 * 16 / 31 = 25 acknowledgments, and the one that grows it.
  EXPECT_EQ(control.cwnd(), 105 * kMss);
}

}  // namespace
}  // namespace docsis_vp::hosts::cubic_v21_test
