#include "models/hosts/has/has_client.h"

#include <gtest/gtest.h>

#include "platform/base/errors.h"
#include "tests/models/hosts/connection/ideal_connection.h"
#include "tests/models/hosts/timer_queue/manual_timer_queue.h"

namespace docsis_vp::hosts::has_client_test {
namespace {

constexpr TimePs kSecond = kPsPerSecond;

// A server behind a line of `server_octet` per octet; requests take no time.
struct Bench {
  explicit Bench(const HasConfig& config, TimePs server_octet, TimePs delay = 0)
      : connection({delay, 0, server_octet}, timers), client(config, connection, timers, 1) {}

  ManualTimerQueue timers;
  IdealConnection connection;
  HasClient client;
};

// 1 us per octet is 8 Mb/s: a segment of 4 s at b Mb/s takes b / 2 s.
TEST(HasClient, ClimbsAsLongAsFetchesAreFastEnough) {
  Bench bench(HasConfig{}, kPsPerUs);
  bench.timers.run_to(kSecond / 4 - 1);
  EXPECT_EQ(bench.client.metrics().segments_fetched, 0U);
  // 0.25 s at 0.5 Mb/s (mu 16), 0.5 s at 1 (8), 1 s at 2 (4), 1.5 s at 3 (2.67), 2 s at 4 (2):
  // stays.
  struct Step {
    TimePs at;
    unsigned level;
  };
  for (const Step& step :
       {Step{250, 1}, Step{750, 2}, Step{1750, 3}, Step{3250, 4}, Step{5250, 4}, Step{7250, 4}}) {
    bench.timers.run_to(step.at * kPsPerMs);
    EXPECT_EQ(bench.client.level(), step.level) << step.at;
  }
  const HasMetrics metrics = bench.client.metrics();
  EXPECT_EQ(metrics.segments_fetched, 6U);
  EXPECT_EQ(metrics.adaptations, 4U);  // as requested: 0.5 1 2 3 4 4 ...
  EXPECT_NEAR(*metrics.adaptations_per_hour, 4 * 3600 / 7.25, 1e-9);
  EXPECT_NEAR(*metrics.throughput_mbps, (0.5 + 1 + 2 + 3 + 4 + 4) * 4 / 7.25, 1e-9);
  EXPECT_EQ(metrics.startup_delay, 750 * kPsPerMs);
}

TEST(HasClient, FallsWhenTheLineSlowsDownAndStalls) {
  HasConfig config;
  config.first_level = 5;
  config.segments = 4;
  // 8 us per octet is 1 Mb/s: 20 s for a segment of 5 Mb/s, mu 0.2, carries 1: the highest below
  // is 0.5 Mb/s, 2 s each from there on, at mu 2: it stays.
  Bench bench(config, 8 * kPsPerUs);
  bench.timers.run_to(20 * kSecond);
  EXPECT_EQ(bench.client.level(), 0U);
  EXPECT_FALSE(bench.client.metrics().startup_delay);
  bench.timers.run_to(60 * kSecond);
  const HasMetrics metrics = bench.client.metrics();
  EXPECT_EQ(metrics.startup_delay, 22 * kSecond);
  EXPECT_EQ(metrics.segments_fetched, 4U);
  EXPECT_EQ(metrics.adaptations, 1U);
  EXPECT_EQ(metrics.playback.stalls, 0U);
  EXPECT_DOUBLE_EQ(*metrics.playback.mean_rate_mbps, (5 + 3 * 0.5) / 4);
  EXPECT_TRUE(bench.connection.closed());
}

TEST(HasClient, StallsWhenItAlwaysAsksForTooMuch) {
  HasConfig config;
  config.rule = HasRule::kMaxAlways;
  // 5 Mb/s over 2.5 Mb/s: 8 s per segment. Two at 16 s play until 24 s, one more comes at 24 s and
  // plays until 28 s; from then on stalled until there are two again, at 40 s.
  Bench bench(config, 3'200 * kPsPerNs);
  bench.timers.run_to(40 * kSecond);
  const HasMetrics metrics = bench.client.metrics();
  EXPECT_EQ(metrics.startup_delay, 16 * kSecond);
  EXPECT_EQ(metrics.playback.stalls, 1U);
  EXPECT_EQ(metrics.playback.stalled, 12 * kSecond);
  EXPECT_DOUBLE_EQ(*metrics.playback.rebuffer_ratio, 0.5);
  EXPECT_EQ(metrics.adaptations, 0U);
}

TEST(HasClient, RequestsOncePerSegmentTimeWhenTheBufferIsFull) {
  HasConfig config;
  config.ladder_bps = {1'000'000};
  config.buffer = 20 * kSecond;
  Bench bench(config, 100 * kPsPerNs);  // 80 Mb/s: 50 ms per segment
  // 5 segments by 250 ms; playing since 100 ms. The sixth fits when 16 s are left: 150 ms have been
  // played of 20 s, so 3.85 s later.
  bench.timers.run_to(250 * kPsPerMs);
  EXPECT_EQ(bench.client.metrics().segments_fetched, 5U);
  bench.timers.run_to(4'150 * kPsPerMs - 1);
  EXPECT_EQ(bench.client.metrics().segments_fetched, 5U);
  bench.timers.run_to(4'150 * kPsPerMs);
  EXPECT_EQ(bench.client.metrics().segments_fetched, 6U);
  bench.timers.run_to(104'150 * kPsPerMs);
  EXPECT_EQ(bench.client.metrics().segments_fetched, 31U);  // one every 4 s
  EXPECT_EQ(bench.client.metrics().playback.stalls, 0U);
}

TEST(HasClient, LetsTheBufferFallBeforeItFillsItAgain) {
  HasConfig config;
  config.ladder_bps = {1'000'000};
  config.buffer = 20 * kSecond;
  config.refill_below = 6 * kSecond;
  Bench bench(config, 100 * kPsPerNs);
  bench.timers.run_to(250 * kPsPerMs);
  EXPECT_EQ(bench.client.metrics().segments_fetched, 5U);
  // 6 s are left 14 s after playing began at 100 ms; then three fit, 50 ms each.
  bench.timers.run_to(14'100 * kPsPerMs);
  EXPECT_EQ(bench.client.metrics().segments_fetched, 5U);
  bench.timers.run_to(14'250 * kPsPerMs);
  EXPECT_EQ(bench.client.metrics().segments_fetched, 8U);
  bench.timers.run_to(20 * kSecond);
  EXPECT_EQ(bench.client.metrics().segments_fetched, 8U);
}

TEST(HasClient, ChangesRateNoMoreOftenThanItMay) {
  HasConfig config;
  config.least_between_changes = 100 * kSecond;
  Bench bench(config, 100 * kPsPerNs);  // 80 Mb/s: always fast enough to climb
  bench.timers.run_to(90 * kSecond);
  EXPECT_EQ(bench.client.level(), 1U);
  bench.timers.run_to(190 * kSecond);
  EXPECT_EQ(bench.client.level(), 2U);
}

TEST(HasClient, AveragesTheRateOfSeveralFetches) {
  HasConfig config;
  config.rule = HasRule::kBandwidthMatch;
  config.ladder_bps = {1'000'000, 3'000'000, 5'500'000};
  // 8 Mb/s and 0.5 s per request: 4 Mbit in 1 s, 12 Mbit in 2 s, which is 6 Mb/s.
  Bench last_only(config, kPsPerUs, 250 * kPsPerMs);
  last_only.timers.run_to(3'500 * kPsPerMs);
  EXPECT_EQ(last_only.client.level(), 2U);
  config.mu_samples = 2;  // 16 Mbit in 3 s, then 24 Mbit in 4 s
  Bench last_two(config, kPsPerUs, 250 * kPsPerMs);
  last_two.timers.run_to(3'500 * kPsPerMs);
  EXPECT_EQ(last_two.client.level(), 1U);
  last_two.timers.run_to(5'500 * kPsPerMs);
  EXPECT_EQ(last_two.client.level(), 2U);
}

// The rate of a line does not depend on the requested rates.
TEST(HasClient, AsksForNoMoreThanALineOfConstantRateCarries) {
  for (const unsigned samples : {1U, 2U, 4U}) {
    HasConfig config;
    config.rule = HasRule::kBandwidthMatch;
    config.ladder_bps = {500'000, 5'000'000, 8'000'000};
    config.mu_samples = samples;
    Bench bench(config, 1'333'333);  // 6 Mb/s
    bench.timers.run_to(100 * kSecond);
    EXPECT_EQ(bench.client.level(), 1U) << samples;
    EXPECT_EQ(bench.client.metrics().adaptations, 1U) << samples;
  }
}

TEST(HasClient, OpensAConnectionThatFailsAnew) {
  HasConfig config;
  config.ladder_bps = {1'000'000};
  Bench bench(config, kPsPerUs);  // 0.5 s per segment
  bench.connection.refuse(true);
  bench.timers.run_to(0);
  bench.connection.fail();
  EXPECT_EQ(bench.connection.opened_times(), 2U);
  bench.connection.refuse(false);
  bench.connection.fail();
  bench.timers.run_to(kSecond / 2);
  EXPECT_EQ(bench.client.metrics().segments_fetched, 1U);
  // The second segment is half there; it comes again from its beginning.
  bench.timers.run_to(750 * kPsPerMs);
  bench.connection.fail();
  bench.timers.run_to(1'250 * kPsPerMs - 1);
  EXPECT_EQ(bench.client.metrics().segments_fetched, 1U);
  bench.timers.run_to(1'250 * kPsPerMs);
  EXPECT_EQ(bench.client.metrics().segments_fetched, 2U);
  EXPECT_EQ(bench.connection.opened_times(), 4U);
}

TEST(HasClient, WaitsForRoomOverAConnectionThatFails) {
  HasConfig config;
  config.ladder_bps = {1'000'000};
  config.buffer = 20 * kSecond;
  Bench bench(config, 100 * kPsPerNs);  // full at 250 ms, room at 4.15 s
  bench.timers.run_to(kSecond);
  bench.connection.refuse(true);
  bench.connection.fail();
  bench.timers.run_to(5 * kSecond);
  EXPECT_EQ(bench.client.metrics().segments_fetched, 5U);
  bench.connection.refuse(false);
  bench.connection.fail();
  bench.timers.run_to(5'050 * kPsPerMs);
  EXPECT_EQ(bench.client.metrics().segments_fetched, 6U);
}

TEST(HasClient, GivesUpAConnectionThatFailsAfterTheStop) {
  HasConfig config;
  config.ladder_bps = {1'000'000};
  config.stop = 4'400 * kPsPerMs;
  config.rule = HasRule::kMaxAlways;
  Bench bench(config, 4 * kPsPerUs);  // 2 s per segment
  bench.timers.run_to(5 * kSecond);
  bench.connection.fail();
  EXPECT_TRUE(bench.connection.closed());
  bench.timers.run_to(60 * kSecond);
  EXPECT_EQ(bench.connection.opened_times(), 1U);
  const HasMetrics metrics = bench.client.metrics();
  EXPECT_EQ(metrics.segments_fetched, 2U);
  EXPECT_EQ(metrics.playback.stalls, 0U);
  EXPECT_EQ(metrics.playback.streamed, 8 * kSecond);
}

TEST(HasClient, DoesNotOpenAgainWhatFailedBeforeTheStopButOpensAfterIt) {
  HasConfig config;
  config.stop = kSecond;
  Bench bench(config, 10 * kPsPerUs, 200 * kPsPerMs);
  bench.timers.run_to(900 * kPsPerMs);
  bench.connection.fail();  // open again at 1.3 s
  bench.timers.run_to(60 * kSecond);
  EXPECT_EQ(bench.client.metrics().segments_fetched, 0U);
  EXPECT_TRUE(bench.connection.closed());
}

TEST(HasClient, CountsDelayAsFetchTime) {
  Bench bench(HasConfig{}, kPsPerUs, 100 * kPsPerMs);
  // Handshake 0.2 s, request 0.1 s, response 0.25 s + 0.1 s.
  bench.timers.run_to(650 * kPsPerMs - 1);
  EXPECT_EQ(bench.client.metrics().segments_fetched, 0U);
  bench.timers.run_to(650 * kPsPerMs);
  EXPECT_EQ(bench.client.metrics().segments_fetched, 1U);
}

TEST(HasClient, StartsAndStopsAsTold) {
  HasConfig config;
  config.start = 5 * kSecond;
  config.stop = 7 * kSecond;
  Bench bench(config, kPsPerUs);
  bench.timers.run_to(5 * kSecond - 1);
  EXPECT_TRUE(bench.connection.closed());
  bench.timers.run_to(60 * kSecond);
  // 0.25, 0.75, 1.75 s are over by then; the one under way is fetched to its end.
  EXPECT_EQ(bench.client.metrics().segments_fetched, 4U);
  EXPECT_TRUE(bench.connection.closed());
}

TEST(HasClient, CountsNothingAfterTheEndOfTheStream) {
  HasConfig config;
  config.stop = 10 * kSecond;
  config.buffer = 12 * kSecond;
  Bench bench(config, kPsPerUs);
  // Segments at 0.25, 0.75, 1.75, 6.25, 10.75 s; played from 0.75 s on, for 5 times 4 s.
  for (const TimePs end : {25 * kSecond, 100 * kSecond}) {
    bench.timers.run_to(end);
    const HasMetrics metrics = bench.client.metrics();
    EXPECT_EQ(metrics.playback.segments, 5U);
    EXPECT_EQ(metrics.playback.stalls, 0U);
    EXPECT_EQ(metrics.playback.rebuffer_ratio, 0);
    EXPECT_NEAR(*metrics.adaptations_per_hour, 4 * 3600 / 20.75, 1e-9);
  }
}

TEST(HasClient, RefusesABadConfiguration) {
  HasConfig config;
  config.segment = 0;
  EXPECT_THROW(Bench(config, kPsPerUs), ConfigError);
}

}  // namespace
}  // namespace docsis_vp::hosts::has_client_test
