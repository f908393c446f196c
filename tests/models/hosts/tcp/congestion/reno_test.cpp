#include "models/hosts/tcp/congestion/reno.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/models/hosts/tcp/congestion/ack_script.h"

namespace docsis_vp::hosts::reno_test {
namespace {

RenoConfig per_ack() {
  RenoConfig config;
  config.byte_counting = false;
  return config;
}

RenoConfig abc(unsigned limit) {
  RenoConfig config;
  config.abc_limit = limit;
  return config;
}

RenoConfig from_ssthresh(RenoConfig config, std::uint64_t segments) {
  config.initial_ssthresh_bytes = segments * kMss;
  return config;
}

TEST(Reno, StartsWithTheInitialWindowAndNoThreshold) {
  Reno reno;
  const AckScript sender(reno, 10);
  EXPECT_EQ(reno.cwnd(), 10 * kMss);
  EXPECT_EQ(reno.ssthresh(), CongestionControl::kUnlimited);
  EXPECT_TRUE(reno.in_slow_start());
}

struct SlowStartCase {
  const char* rule;
  RenoConfig config;
  std::uint64_t acked;
  std::uint64_t growth;
};

// RFC 5681 sec. 3.1: min(N, SMSS); RFC 3465 sec. 2.2: up to L SMSS; ns-2: SMSS per acknowledgment.
TEST(Reno, GrowsInSlowStartByWhatAnAcknowledgmentCovers) {
  const std::vector<SlowStartCase> cases = {
      {"RFC 5681, half a segment", abc(1), 500, 500},
      {"RFC 5681, a segment", abc(1), 1000, 1000},
      {"RFC 5681, delayed", abc(1), 2000, 1000},
      {"ABC, half a segment", abc(2), 500, 500},
      {"ABC, delayed", abc(2), 2000, 2000},
      {"ABC, stretched", abc(2), 8000, 2000},
      {"Linux, stretched", abc(GrowthConfig::kNoAbcLimit), 8000, 8000},
      {"per ACK, half a segment", per_ack(), 500, 1000},
      {"per ACK, delayed", per_ack(), 2000, 1000},
  };
  for (const SlowStartCase& test : cases) {
    Reno reno(test.config);
    AckScript sender(reno);
    sender.ack(test.acked);
    EXPECT_EQ(reno.cwnd(), 10 * kMss + test.growth) << test.rule;
  }
}

TEST(Reno, SpendsOnCongestionAvoidanceWhatSlowStartLeaves) {
  Reno reno(from_ssthresh(abc(2), 11));
  AckScript sender(reno);
  sender.ack(2000);  // one segment reaches ssthresh, one counts towards the next window
  EXPECT_EQ(reno.cwnd(), 11'000u);
  for (int i = 0; i < 9; ++i) sender.ack(1000);
  EXPECT_EQ(reno.cwnd(), 11'000u);
  sender.ack(1000);
  EXPECT_EQ(reno.cwnd(), 12'000u);
}

TEST(Reno, CountingOctetsGrowsOneSegmentPerWindowHoweverAcknowledged) {
  for (const std::uint64_t acked : {250U, 1000U, 2000U}) {
    Reno reno(from_ssthresh(abc(2), 10));
    AckScript sender(reno);
    std::uint64_t total = 0;
    for (std::uint64_t window = 10; window < 60; ++window) {
      // The window of w segments grows once w segments more are acknowledged than before.
      const std::uint64_t due = (window * (window + 1) / 2 - 45) * kMss;
      while (total + acked < due) {
        sender.ack(acked);
        total += acked;
        ASSERT_EQ(reno.cwnd(), window * kMss) << acked;
      }
      sender.ack(acked);
      total += acked;
      ASSERT_EQ(reno.cwnd(), (window + 1) * kMss) << acked;
    }
  }
}

// RFC 5681 eq. (3): cwnd += SMSS^2 / cwnd per acknowledgment.
TEST(Reno, CountingAcknowledgmentsFollowsEquation3) {
  Reno reno(from_ssthresh(per_ack(), 10));
  AckScript sender(reno);
  double window = 10'000;
  for (int i = 0; i < 50'000; ++i) {
    sender.ack(i % 2 == 0 ? 1000 : 2000);
    window += 1e6 / window;
    ASSERT_NEAR(static_cast<double>(reno.cwnd()), window, 1 + 2e-6 * window) << i;
  }
}

TEST(Reno, DoesNotGrowWhileTheWindowIsNotUsed) {
  Reno reno;
  AckScript sender(reno);
  sender.not_cwnd_limited().ack(1000);
  EXPECT_EQ(reno.cwnd(), 10'000u);
}

TEST(Reno, DoesNotGrowDuringRecovery) {
  Reno reno;
  AckScript sender(reno);
  sender.in_recovery().ack(1000);
  EXPECT_EQ(reno.cwnd(), 10'000u);
}

struct ReductionCase {
  std::uint64_t initial_segments;
  std::uint64_t remaining_bytes;
};

TEST(Reno, HalvesTheFlightButKeepsTwoSegments) {
  for (const ReductionCase& test :
       {ReductionCase{10, 5000}, ReductionCase{7, 3500}, ReductionCase{4, 2000},
        ReductionCase{3, 2000}, ReductionCase{1, 2000}}) {
    for (const bool by_mark : {false, true}) {
      Reno reno;
      AckScript sender(reno, test.initial_segments);
      by_mark ? sender.echo() : sender.lose();
      EXPECT_EQ(reno.ssthresh(), test.remaining_bytes);
      EXPECT_EQ(reno.cwnd(), test.remaining_bytes);
      EXPECT_FALSE(reno.in_slow_start());
    }
  }
}

TEST(Reno, BeginsAgainWithOneSegmentAfterATimeout) {
  Reno reno;
  AckScript sender(reno, 20);
  sender.expire();
  EXPECT_EQ(reno.ssthresh(), 10'000u);
  EXPECT_EQ(reno.cwnd(), 1000u);
  sender.expire(false);  // the same segment again: the threshold stays
  EXPECT_EQ(reno.ssthresh(), 10'000u);
  EXPECT_EQ(reno.cwnd(), 1000u);
}

// RFC 3465 sec. 2.3.
TEST(Reno, CountsAtMostOneSegmentPerAcknowledgmentUntilTheThresholdAfterATimeout) {
  Reno reno(abc(2));
  AckScript sender(reno, 20);
  sender.expire();
  for (std::uint64_t segments = 1; segments < 10; ++segments) {
    EXPECT_EQ(reno.cwnd(), segments * kMss);
    sender.ack(2000);
  }
  EXPECT_EQ(reno.cwnd(), 10'000u);
  // Slow start from there on, as after an idle time, counts two again.
  reno.limit_cwnd(4000);
  sender.ack(2000);
  EXPECT_EQ(reno.cwnd(), 6000u);
}

TEST(Reno, ForgetsTheLastConnectionWhenStartedAgain) {
  Reno reno;
  AckScript first(reno, 20);
  first.expire();
  AckScript second(reno, 10);
  EXPECT_EQ(reno.ssthresh(), CongestionControl::kUnlimited);
  second.ack(2000);
  EXPECT_EQ(reno.cwnd(), 12'000u);
}

}  // namespace
}  // namespace docsis_vp::hosts::reno_test
