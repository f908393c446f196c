#include "models/hosts/has/playback.h"

#include <gtest/gtest.h>

namespace docsis_vp::hosts::playback_test {
namespace {

constexpr TimePs kSecond = kPsPerSecond;

TEST(Playback, StartsWithTwoSegmentsAndDrainsInRealTime) {
  Playback playback(HasConfig{});
  playback.add(1'000'000, 3 * kSecond);
  EXPECT_FALSE(playback.playing(9 * kSecond));
  EXPECT_EQ(playback.buffered(9 * kSecond), 4 * kSecond);
  playback.add(2'000'000, 10 * kSecond);
  EXPECT_EQ(playback.started(), 10 * kSecond);
  EXPECT_EQ(playback.buffered(10 * kSecond), 8 * kSecond);
  EXPECT_EQ(playback.buffered(11 * kSecond), 7 * kSecond);
  EXPECT_EQ(playback.count(13 * kSecond).segments, 1U);
  EXPECT_DOUBLE_EQ(*playback.count(13 * kSecond).mean_rate_mbps, 1);
  EXPECT_EQ(playback.count(14 * kSecond).segments, 2U);
  EXPECT_DOUBLE_EQ(*playback.count(15 * kSecond).mean_rate_mbps, 1.5);
}

TEST(Playback, StallsWithoutASegmentAndResumesWithTwo) {
  Playback playback(HasConfig{});
  playback.add(1'000'000, 0);
  playback.add(1'000'000, 0);
  EXPECT_TRUE(playback.playing(8 * kSecond));
  EXPECT_FALSE(playback.playing(8 * kSecond + 1));
  playback.add(3'000'000, 10 * kSecond);  // one is not enough
  EXPECT_FALSE(playback.playing(11 * kSecond));
  EXPECT_EQ(playback.count(11 * kSecond).stalled, 3 * kSecond);  // under way
  playback.add(3'000'000, 12 * kSecond);
  EXPECT_TRUE(playback.playing(12 * kSecond));
  const PlaybackCount count = playback.count(16 * kSecond);
  EXPECT_EQ(count.stalls, 1U);
  EXPECT_EQ(count.stalled, 4 * kSecond);
  EXPECT_EQ(count.streamed, 16 * kSecond);
  EXPECT_DOUBLE_EQ(*count.rebuffer_ratio, 0.25);
  EXPECT_DOUBLE_EQ(*count.mean_rate_mbps, 2);
}

TEST(Playback, TakesASegmentThatArrivesWhenItIsNeeded) {
  Playback playback(HasConfig{});
  playback.add(1'000'000, 0);
  playback.add(1'000'000, 0);
  playback.add(1'000'000, 8 * kSecond);
  EXPECT_TRUE(playback.playing(9 * kSecond));
  EXPECT_EQ(playback.count(12 * kSecond).stalls, 0U);
}

TEST(Playback, PlaysAShortStreamToItsEndWithoutStalling) {
  HasConfig config;
  config.start_segments = 5;
  Playback playback(config);
  playback.add(1'000'000, 0);
  playback.add(1'000'000, 0);
  EXPECT_FALSE(playback.playing(kSecond));
  playback.add(1'000'000, 2 * kSecond);
  EXPECT_FALSE(playback.playing(2 * kSecond));
  playback.finish(2 * kSecond);  // that was the last: there will never be five
  EXPECT_TRUE(playback.playing(3 * kSecond));
  const PlaybackCount count = playback.count(100 * kSecond);
  EXPECT_EQ(count.segments, 3U);
  EXPECT_EQ(count.stalls, 0U);
  EXPECT_EQ(count.streamed, 12 * kSecond);
}

TEST(Playback, StallsUntilItIsToldThatNothingComes) {
  Playback playback(HasConfig{});
  playback.add(1'000'000, 0);
  playback.add(1'000'000, 0);
  playback.finish(11 * kSecond);
  const PlaybackCount count = playback.count(100 * kSecond);
  EXPECT_EQ(playback.ended(), 11 * kSecond);
  EXPECT_EQ(count.stalls, 1U);
  EXPECT_EQ(count.stalled, 3 * kSecond);
  EXPECT_EQ(count.streamed, 11 * kSecond);
}

TEST(Playback, PlaysTheRestAfterAStall) {
  Playback playback(HasConfig{});
  playback.add(1'000'000, 0);
  playback.add(1'000'000, 0);
  playback.add(1'000'000, 9 * kSecond);
  playback.finish(9 * kSecond);
  EXPECT_TRUE(playback.playing(13 * kSecond));
  EXPECT_FALSE(playback.playing(13 * kSecond + 1));
  EXPECT_EQ(playback.ended(), 13 * kSecond);
  EXPECT_EQ(playback.count(100 * kSecond).stalled, kSecond);
}

TEST(Playback, CountsFromTheWarmUpOn) {
  HasConfig config;
  config.warmup = 10 * kSecond;
  Playback playback(config);
  playback.add(1'000'000, 0);
  playback.add(1'000'000, 0);  // played until 8 s, stalled from there
  playback.add(5'000'000, 12 * kSecond);
  playback.add(5'000'000, 12 * kSecond);
  const PlaybackCount count = playback.count(20 * kSecond);
  EXPECT_EQ(count.segments, 2U);
  EXPECT_DOUBLE_EQ(*count.mean_rate_mbps, 5);
  EXPECT_EQ(count.stalls, 0U);            // it began before
  EXPECT_EQ(count.stalled, 2 * kSecond);  // but lasted until 12 s
  EXPECT_EQ(count.streamed, 10 * kSecond);
}

TEST(Playback, SaysNothingBeforeItPlays) {
  Playback playback(HasConfig{});
  const PlaybackCount count = playback.count(kSecond);
  EXPECT_FALSE(count.mean_rate_mbps);
  EXPECT_FALSE(count.rebuffer_ratio);
  EXPECT_EQ(count.streamed, 0);
}

}  // namespace
}  // namespace docsis_vp::hosts::playback_test
