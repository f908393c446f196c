#include "models/hosts/tcp/congestion/linux_hystart.h"

#include <gtest/gtest.h>

#include <vector>

#include "models/hosts/tcp/congestion/cubic.h"
#include "tests/models/hosts/tcp/congestion/ack_script.h"

namespace docsis_vp::hosts::linux_hystart_test {
namespace {

constexpr TimePs kMs = kPsPerMs;
constexpr TimePs kUs = kPsPerUs;

// A round of 100 segments of 1000 octets, from time 1 s on, which the first acknowledgment begins.
// The window is 20 segments.
struct Round {
  explicit Round(const LinuxHystartConfig& config = {}, TimePs least_rtt = 40 * kMs)
      : hystart(config) {
    hystart.restart(0, 0);
    sample.srtt = least_rtt;
    sample.nxt = 100'000;
    at(0, least_rtt);
  }

  // One more segment is acknowledged, so long after the round began.
  bool at(TimePs after, TimePs rtt) {
    sample.now = kPsPerSecond + after;
    sample.una += 1000;
    sample.rtt = rtt;
    return hystart.on_ack(sample, {cwnd, kMss, true});
  }

  LinuxHystart hystart;
  AckSample sample{};
  std::uint64_t cwnd = 20'000;
};

// Round trip 40 ms. The batches of 4 * 65536 octets at 2 * 20 kB / 40 ms take more than 1 ms: 1 ms
// counts. Half of 41 ms are 20.5.
TEST(LinuxHystart, EndsWhenTheTrainIsLongerThanHalfARoundTrip) {
  Round round;
  TimePs after = 0;
  for (; after <= 20 * kMs; after += 2 * kMs) EXPECT_FALSE(round.at(after, 40 * kMs));
  EXPECT_FALSE(round.at(20 * kMs + 500 * kUs, 40 * kMs));
  EXPECT_TRUE(round.at(20 * kMs + 500 * kUs + 1, 40 * kMs));
  EXPECT_FALSE(round.at(20 * kMs + 500 * kUs + 2, 40 * kMs)) << "it ends once";
}

TEST(LinuxHystart, APacedSenderNeedsAWholeRoundTrip) {
  LinuxHystartConfig config;
  config.paced = true;
  Round round(config);
  TimePs after = 0;
  for (; after <= 40 * kMs; after += 2 * kMs) EXPECT_FALSE(round.at(after, 40 * kMs));
  EXPECT_FALSE(round.at(41 * kMs, 40 * kMs));
  EXPECT_TRUE(round.at(41 * kMs + 1, 40 * kMs));
}

TEST(LinuxHystart, AGapEndsTheTrainForTheRound) {
  Round round;
  EXPECT_FALSE(round.at(2 * kMs, 40 * kMs));
  for (TimePs after = 4 * kMs + 1; after < 40 * kMs; after += kMs) {
    EXPECT_FALSE(round.at(after, 40 * kMs));
  }
}

// 4 * 65536 octets at twice 1 MB in 40 ms take 5.2 ms: the limit of 1 ms. At twice 20 MB, 262 us.
TEST(LinuxHystart, FastSendersBatchForLessThanAMillisecond) {
  Round round;
  round.cwnd = 20'000'000;
  const TimePs batches = 262'144 * kPsPerSecond / 1'000'000'000;  // of 2 * 20 MB / 40 ms
  TimePs after = 0;
  for (; after <= 20 * kMs; after += kMs) EXPECT_FALSE(round.at(after, 40 * kMs));
  EXPECT_FALSE(round.at(20 * kMs + batches / 2 - 2, 40 * kMs));
  EXPECT_TRUE(round.at(20 * kMs + batches / 2 + 2, 40 * kMs));
}

// The rise that counts is an eighth of the least round trip, within 4 and 16 ms. The first of a
// round's samples count for its least, but the ninth is the first that decides.
TEST(LinuxHystart, EndsWhenTheLeastOfARoundHasRisen) {
  struct Case {
    TimePs rtt;
    TimePs rise;
  };
  for (const Case& test :
       {Case{8 * kMs, 4 * kMs}, Case{80 * kMs, 10 * kMs}, Case{400 * kMs, 16 * kMs}}) {
    for (const TimePs rise : {test.rise, test.rise + 1}) {
      LinuxHystartConfig config;
      config.ack_train = false;
      LinuxHystart hystart(config);
      hystart.restart(0, 0);
      AckSample ack{};
      ack.nxt = 20'000;
      const auto feed = [&](TimePs rtt) {
        ack.una += 1000;
        ack.rtt = rtt;
        return hystart.on_ack(ack, {20'000, kMss, true});
      };
      feed(test.rtt);
      ack.una = 20'000;  // the next one begins a round
      ack.nxt = 60'000;
      for (int i = 1; i <= 8; ++i) EXPECT_FALSE(feed(test.rtt + rise)) << i;
      EXPECT_EQ(feed(test.rtt + rise), rise > test.rise);
    }
  }
}

// Its first acknowledgment saw no queue: the round's least decides, not its mean.
TEST(LinuxHystart, OneSmallSampleOfTheRoundIsEnoughToGoOn) {
  LinuxHystartConfig config;
  config.ack_train = false;
  Round round(config);
  for (int i = 1; i < 90; ++i) EXPECT_FALSE(round.at(i * kMs, 80 * kMs)) << i;
}

TEST(LinuxHystart, DoesNotLookBelowSixteenSegments) {
  Round round;
  round.cwnd = 15'999;
  for (TimePs after = 0; after < 60 * kMs; after += kMs) EXPECT_FALSE(round.at(after, 40 * kMs));
}

TEST(LinuxHystart, LooksInSlowStartOnly) {
  LinuxHystart hystart{LinuxHystartConfig()};
  hystart.restart(0, 0);
  AckSample ack{};
  ack.rtt = ack.srtt = 40 * kMs;
  for (TimePs now = 0; now < 60 * kMs; now += kMs) {
    ack.now = now;
    ack.una += 1000;
    ack.nxt = 100'000;
    EXPECT_FALSE(hystart.on_ack(ack, {20'000, kMss, false}));
  }
}

CubicConfig with_linux_hystart() {
  CubicConfig config;
  config.growth.abc_limit = GrowthConfig::kNoAbcLimit;
  config.hystart = LinuxHystartConfig();
  return config;
}

// Rounds of 50 ms with acknowledgments evenly over them: as soon as these are at most 2 ms apart,
// the train lasts all of the round.
TEST(LinuxHystartOfCubic, SetsTheThresholdToTheWindowWithinTheRound) {
  Cubic cubic(with_linux_hystart());
  AckScript sender(cubic, 16);
  sender.rtt(50 * kMs);
  sender.round();  // 16 acknowledgments, 3.125 ms apart
  EXPECT_TRUE(cubic.in_slow_start());
  EXPECT_EQ(cubic.cwnd(), 32'000u);
  EXPECT_EQ(sender.octets_of_next_round(), 30'000u);
  sender.round();  // 30, 1.67 ms apart; the round begins with the first of them
  EXPECT_FALSE(cubic.in_slow_start());
  // The 16th comes 25.0 ms after the first; half of 50 + 1 ms are 25.5. The 17th ends it.
  EXPECT_EQ(cubic.ssthresh(), 32'000u + 16 * 1000u);
}

// Unlike HyStart++, after a timeout too, where ssthresh is known.
TEST(LinuxHystartOfCubic, EndsLaterSlowStartsToo) {
  Cubic cubic(with_linux_hystart());
  AckScript sender(cubic, 400);
  sender.rtt(50 * kMs).ack(1000);
  sender.expire();
  const std::uint64_t threshold = cubic.ssthresh();
  ASSERT_GT(threshold, 200'000u);
  for (int rounds = 0; rounds < 12 && cubic.in_slow_start(); ++rounds) sender.round();
  EXPECT_LT(cubic.ssthresh(), threshold);
}

TEST(LinuxHystartOfCubic, RecoveryTellsNothing) {
  Cubic cubic(with_linux_hystart());
  AckScript sender(cubic, 20);
  sender.rtt(50 * kMs);
  for (int i = 0; i < 60; ++i) {
    sender.wait(kMs);
    sender.in_recovery().ack(100);
  }
  EXPECT_EQ(cubic.ssthresh(), CongestionControl::kUnlimited);
}

}  // namespace
}  // namespace docsis_vp::hosts::linux_hystart_test
