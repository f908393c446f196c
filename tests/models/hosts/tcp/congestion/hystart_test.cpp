#include "models/hosts/tcp/congestion/hystart.h"

#include <gtest/gtest.h>

#include "models/hosts/tcp/congestion/cubic.h"
#include "tests/models/hosts/tcp/congestion/ack_script.h"

namespace docsis_vp::hosts::hystart_test {
namespace {

// CUBIC with HyStart++ from a window of 16 segments.
class HystartTest : public testing::Test {
 protected:
  static CubicConfig config() {
    CubicConfig with_hystart;
    with_hystart.hystart = HystartConfig();
    return with_hystart;
  }

  // One round of acknowledgments with this round-trip time; by how many octets the window grew.
  std::uint64_t round(TimePs rtt) {
    const std::uint64_t before = cubic_.cwnd();
    sender_.rtt(rtt).round();
    return cubic_.cwnd() - before;
  }

  Cubic cubic_{config()};
  AckScript sender_{cubic_, 16};
};

TEST_F(HystartTest, DoublesWhileTheRoundTripTimeStays) {
  for (const TimePs rtt : {50 * kPsPerMs, 50 * kPsPerMs, 56 * kPsPerMs}) {  // 50 / 8 above: a rise
    const std::uint64_t octets = sender_.octets_of_next_round();
    EXPECT_EQ(round(rtt), octets);
    EXPECT_TRUE(cubic_.in_slow_start());
  }
}

// The threshold is an eighth of the last round's minimum, within 4 and 16 ms.
TEST_F(HystartTest, TakesAnEighthOfTheRoundTripTimeForARise) {
  struct Case {
    TimePs rtt;
    TimePs rise;
  };
  for (const Case& test :
       {Case{8 * kPsPerMs, 4 * kPsPerMs}, Case{32 * kPsPerMs, 4 * kPsPerMs},
        Case{80 * kPsPerMs, 10 * kPsPerMs}, Case{400 * kPsPerMs, 16 * kPsPerMs}}) {
    for (const TimePs rise : {test.rise - 1, test.rise}) {
      Hystart hystart{HystartConfig()};
      hystart.restart();
      AckSample ack{};
      ack.nxt = 100;
      const auto feed = [&](std::uint64_t una, TimePs rtt) {
        ack.una = una;
        ack.rtt = rtt;
        return hystart.on_ack(ack);
      };
      feed(1, test.rtt);
      for (std::uint64_t i = 2; i <= 20; ++i) feed(i, test.rtt);
      ack.nxt = 200;
      feed(100, test.rtt);  // ends the round
      for (std::uint64_t i = 101; i < 108; ++i) {
        EXPECT_EQ(feed(i, test.rtt + rise), Hystart::Phase::kSlowStart) << "fewer than 8 samples";
      }
      EXPECT_EQ(feed(108, test.rtt + rise),
                rise < test.rise ? Hystart::Phase::kSlowStart : Hystart::Phase::kConservative);
    }
  }
}

TEST_F(HystartTest, GrowsByAQuarterForFiveRoundsThenAvoidsCongestion) {
  round(50 * kPsPerMs);
  round(50 * kPsPerMs);
  // Seven acknowledgments grow by one segment each, the others by a quarter.
  const std::uint64_t segments = sender_.octets_of_next_round() / kMss;
  EXPECT_EQ(round(60 * kPsPerMs), 7 * 1000 + (segments - 7) * 250);
  for (int rounds = 2; rounds <= 5; ++rounds) {
    EXPECT_TRUE(cubic_.in_slow_start());
    const auto quarter = static_cast<double>(sender_.octets_of_next_round()) / 4;
    EXPECT_NEAR(static_cast<double>(round(60 * kPsPerMs)), quarter, 250);
  }
  sender_.ack(1000);  // begins the sixth round
  EXPECT_FALSE(cubic_.in_slow_start());
  EXPECT_LE(cubic_.ssthresh(), cubic_.cwnd());
  // RFC 9438 sec. 4.10: the curve's plateau is here, K = 0.
  const std::uint64_t plateau = cubic_.cwnd();
  EXPECT_LT(round(60 * kPsPerMs), plateau / 50);
}

TEST_F(HystartTest, ResumesSlowStartWhenTheRiseDoesNotLast) {
  round(50 * kPsPerMs);
  round(60 * kPsPerMs);
  const std::uint64_t octets = sender_.octets_of_next_round();
  EXPECT_GT(round(50 * kPsPerMs), octets * 4 / 5);
  EXPECT_TRUE(cubic_.in_slow_start());
}

TEST_F(HystartTest, ServesTheFirstSlowStartOnly) {
  round(50 * kPsPerMs);
  sender_.expire();
  ASSERT_EQ(cubic_.cwnd(), 1000u);
  TimePs rtt = 50 * kPsPerMs;
  while (cubic_.cwnd() + 1000 <= cubic_.ssthresh()) {
    const std::uint64_t before = cubic_.cwnd();
    sender_.rtt(rtt).ack(1000);
    rtt += 10 * kPsPerMs;
    EXPECT_EQ(cubic_.cwnd(), before + 1000);
  }
}

TEST_F(HystartTest, CountsAtMostEightSegmentsPerAcknowledgment) {
  sender_.rtt(50 * kPsPerMs).ack(12'000);
  EXPECT_EQ(cubic_.cwnd(), 24'000u);
}

}  // namespace
}  // namespace docsis_vp::hosts::hystart_test
