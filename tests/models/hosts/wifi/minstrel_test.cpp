#include <gtest/gtest.h>

#include <array>
#include <map>

#include "models/hosts/wifi/ofdm_rates.h"
#include "models/hosts/wifi/rate_control.h"

namespace docsis_vp::hosts::minstrel_test {
namespace {

using Success = std::array<double, 8>;  // by rate

// Sends a frame every millisecond over a channel of this success.
struct Sender {
  explicit Sender(std::uint64_t seed = 1)
      : minstrel(RandomStream(seed, "samples")), channel(seed, "channel") {}

  void send(const Success& success, unsigned frames) {
    for (unsigned i = 0; i < frames; ++i) {
      now += kPsPerMs;
      const RateChain chain = minstrel.next();
      unsigned attempts = 0;
      bool is_acknowledged = false;
      while (attempts < chain.tries() && !is_acknowledged) {
        const std::size_t rate = chain.rate_of(attempts++);
        ++tried[rate];
        is_acknowledged = channel.uniform() < success[rate];
      }
      lost += is_acknowledged ? 0 : 1;
      minstrel.report(chain, attempts, is_acknowledged, now);
    }
  }
  double share(std::size_t rate) {
    double all = 0;
    for (const auto& [ignored, count] : tried) all += count;
    return tried[rate] / all;
  }

  Minstrel minstrel;
  RandomStream channel;
  TimePs now = 0;
  std::map<std::size_t, unsigned> tried;
  unsigned lost = 0;
};

Success good_up_to(std::size_t rate) {
  Success success{};
  for (std::size_t i = 0; i <= rate; ++i) success[i] = 0.99;
  return success;
}

TEST(RateChain, CountsItsTriesStageByStage) {
  RateChain chain;
  chain.add(7, 2);
  chain.add(5, 1);
  chain.add(0, 3);
  EXPECT_EQ(chain.tries(), 6U);
  const std::size_t rates[] = {7, 7, 5, 0, 0, 0};
  for (unsigned i = 0; i < 6; ++i) EXPECT_EQ(chain.rate_of(i), rates[i]) << i;
}

TEST(Minstrel, SettlesOnTheBestRateOfAStationaryChannel) {
  for (std::size_t best = 0; best < 8; ++best) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      Sender sender(seed);
      sender.send(good_up_to(best), 3'000);
      EXPECT_EQ(sender.minstrel.best_rate(), best);
      sender.tried.clear();
      sender.send(good_up_to(best), 2'000);
      EXPECT_EQ(sender.minstrel.best_rate(), best);
      EXPECT_GT(sender.share(best), 0.8) << best << " " << seed;
    }
  }
}

// 54 Mbit/s in half of the tries carry less than 36 Mbit/s in nearly all, though more than 18.
TEST(Minstrel, ChoosesByThroughputNotBySuccess) {
  Sender sender;
  sender.send({1, 1, 1, 1, 1, 0.99, 0.5, 0.5}, 3'000);
  EXPECT_EQ(sender.minstrel.best_rate(), 5U);
  Sender other;
  other.send({1, 1, 1, 1, 0.3, 0.3, 0.3, 0.7}, 3'000);
  EXPECT_EQ(other.minstrel.best_rate(), 7U);
}

TEST(Minstrel, FollowsAChannelThatChanges) {
  Sender sender;
  sender.send(good_up_to(7), 2'000);
  ASSERT_EQ(sender.minstrel.best_rate(), 7U);
  sender.send(good_up_to(2), 1'000);
  EXPECT_EQ(sender.minstrel.best_rate(), 2U);
  EXPECT_EQ(sender.lost, 0U);  // the lowest rate comes last in each chain
  sender.send(good_up_to(5), 2'000);
  EXPECT_EQ(sender.minstrel.best_rate(), 5U);
}

// A rate above the best one is sampled first in the chain; a slower one takes its place behind.
TEST(Minstrel, SamplesAboutATenthOfTheFrames) {
  Sender sender;
  sender.send(good_up_to(4), 3'000);
  ASSERT_EQ(sender.minstrel.best_rate(), 4U);
  unsigned first = 0;
  unsigned second = 0;
  unsigned frames = 0;
  for (; frames < 2'000; ++frames) {
    const RateChain chain = sender.minstrel.next();
    if (chain.stages[0].rate != 4) {
      EXPECT_EQ(chain.stages[1].rate, 4U);
      ++first;
    } else if (chain.is_probe) {
      EXPECT_LT(chain.stages[1].rate, 4U);
      ++second;
    }
    sender.now += kPsPerMs;
    sender.minstrel.report(chain, chain.stages[0].rate > 4 ? chain.stages[0].tries + 1 : 1, true,
                           sender.now);
  }
  // Slower rates in second place are not used, and others are sampled in their stead.
  EXPECT_NEAR(first, 0.1 * frames, 0.03 * frames);
  EXPECT_GT(second, 0U);
}

// First value as it is, then three quarters of the old one.
TEST(Minstrel, WeighsSuccessByThreeQuarters) {
  Minstrel minstrel(RandomStream(1, "samples"));
  RateChain only54;
  only54.add(7, 4);
  minstrel.report(only54, 4, true, 101 * kPsPerMs);  // one of four
  EXPECT_DOUBLE_EQ(minstrel.success(7), 0.25);
  minstrel.report(only54, 1, true, 150 * kPsPerMs);  // too early for an update
  EXPECT_DOUBLE_EQ(minstrel.success(7), 0.25);
  minstrel.report(only54, 1, true, 202 * kPsPerMs);
  EXPECT_DOUBLE_EQ(minstrel.success(7), 0.25 * 0.75 + 0.25);
  EXPECT_EQ(minstrel.best_rate(), 7U);
}

}  // namespace
}  // namespace docsis_vp::hosts::minstrel_test
