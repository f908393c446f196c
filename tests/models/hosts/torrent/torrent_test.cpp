#include "models/hosts/torrent/torrent.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "platform/base/errors.h"
#include "tests/models/hosts/connection/ideal_connection.h"
#include "tests/models/hosts/timer_queue/manual_timer_queue.h"

namespace docsis_vp::hosts::torrent_test {
namespace {

constexpr TimePs kMs = kPsPerMs;

TEST(RateCap, LetsTheBurstThroughAndThenKeepsTheRate) {
  RateCap cap(8'000'000, 3 * kMs);  // an octet per us
  EXPECT_LE(cap.ready_at(), 0);
  cap.take(2'000, 0);
  EXPECT_LE(cap.ready_at(), 0);
  cap.take(2'000, 0);
  EXPECT_EQ(cap.ready_at(), kMs);
  cap.take(2'000, kMs);
  EXPECT_EQ(cap.ready_at(), 3 * kMs);
  cap.take(1'000, 20 * kMs);  // what was not used is lost
  EXPECT_EQ(cap.ready_at(), 18 * kMs);
}

TEST(RateCap, IsExactOverManyTakers) {
  RateCap cap(7, 0);  // 8/7 s per octet
  for (int i = 0; i < 7'000; ++i) cap.take(1, 0);
  EXPECT_EQ(cap.ready_at(), 8'000 * kPsPerSecond);
}

struct Bench {
  explicit Bench(const TorrentConfig& config, const std::vector<TimePs>& octet_times) {
    for (const TimePs octet : octet_times) {
      owned.push_back(
          std::make_unique<IdealConnection>(IdealConnection::Config{kMs, octet, octet}, timers));
      connections.push_back(owned.back().get());
    }
    torrent =
        std::make_unique<Torrent>(config, connections, RandomStream(1, "torrent/test"), timers, 1);
  }
  double mbps(TimePs from, TimePs to) {
    timers.run_to(from);
    const std::uint64_t before = torrent->blocks();
    timers.run_to(to);
    return 8e-6 * 16'384 * static_cast<double>(torrent->blocks() - before) / to_seconds(to - from);
  }

  ManualTimerQueue timers;
  std::vector<std::unique_ptr<IdealConnection>> owned;
  std::vector<Connection*> connections;
  std::unique_ptr<Torrent> torrent;
};

TorrentConfig capped_at(std::uint64_t bps) {
  TorrentConfig config;
  config.cap_bps = bps;
  return config;
}

TEST(Torrent, KeepsAllConnectionsTogetherUnderTheCap) {
  Bench bench(capped_at(20'000'000), std::vector<TimePs>(100, kPsPerUs));  // 800 Mb/s of paths
  EXPECT_NEAR(bench.mbps(2 * kPsPerSecond, 12 * kPsPerSecond), 20, 0.05);
}

TEST(Torrent, GivesWhatSlowPathsLeaveToTheOthers) {
  // 8 Mb/s of paths for one connection, 1 Mb/s for nine: together 17, the cap is 12.
  std::vector<TimePs> octets(9, 8 * kPsPerUs);
  octets.push_back(kPsPerUs);
  Bench bench(capped_at(12'000'000), octets);
  EXPECT_NEAR(bench.mbps(2 * kPsPerSecond, 22 * kPsPerSecond), 12, 0.1);
}

TEST(Torrent, IsBoundByItsPathsIfTheCapIsHigher) {
  Bench bench(capped_at(100'000'000), {kPsPerUs, 2 * kPsPerUs});
  EXPECT_NEAR(bench.mbps(2 * kPsPerSecond, 22 * kPsPerSecond), 12, 0.1);
}

TEST(Torrent, NeedsNoCap) {
  Bench bench({}, {kPsPerUs, 2 * kPsPerUs});
  EXPECT_NEAR(bench.mbps(2 * kPsPerSecond, 22 * kPsPerSecond), 12, 0.1);
}

TEST(Torrent, WritesNoFurtherAheadThanABlock) {
  Bench bench(capped_at(50'000'000), std::vector<TimePs>(10, 4 * kPsPerUs));
  for (TimePs at = kPsPerSecond; at < 3 * kPsPerSecond; at += 7 * kMs) {
    bench.timers.run_to(at);
    for (const auto& connection : bench.owned) {
      EXPECT_LT(connection->unsent(End::kClient), 2 * 16'384U);
    }
  }
}

TEST(Torrent, SpreadsTheStartsAndStopsAsTold) {
  TorrentConfig config = capped_at(20'000'000);
  config.start = kPsPerSecond;
  config.start_spread = kPsPerSecond;
  config.stop = 4 * kPsPerSecond;
  Bench bench(config, std::vector<TimePs>(100, kPsPerUs));
  const auto open = [&bench] {
    unsigned count = 0;
    for (const auto& connection : bench.owned) count += connection->closed() ? 0 : 1;
    return count;
  };
  bench.timers.run_to(kPsPerSecond - 1);
  EXPECT_EQ(open(), 0U);
  bench.timers.run_to(1'500 * kMs);
  EXPECT_GT(open(), 30U);
  EXPECT_LT(open(), 70U);
  bench.timers.run_to(2 * kPsPerSecond);
  EXPECT_EQ(open(), 100U);
  bench.timers.run_to(5 * kPsPerSecond);
  EXPECT_EQ(open(), 0U);
  const std::uint64_t blocks = bench.torrent->blocks();
  bench.timers.run_to(9 * kPsPerSecond);
  EXPECT_EQ(bench.torrent->blocks(), blocks);
}

TEST(Torrent, OpensAgainWhatFails) {
  TorrentConfig config;
  config.start_spread = 0;
  Bench bench(config, {kPsPerUs});
  bench.timers.run_to(kPsPerSecond);
  bench.owned[0]->fail();
  EXPECT_NEAR(bench.mbps(2 * kPsPerSecond, 12 * kPsPerSecond), 8, 0.1);
  EXPECT_EQ(bench.owned[0]->opened_times(), 2U);
}

TEST(Torrent, RefusesABadConfiguration) {
  const auto refused = [](auto change) {
    TorrentConfig config;
    change(config);
    EXPECT_THROW(Bench(config, {kPsPerUs}), ConfigError);
  };
  EXPECT_THROW(Bench(TorrentConfig{}, {}), ConfigError);
  refused([](TorrentConfig& c) { c.cap_bps = 0; });
  refused([](TorrentConfig& c) { c.block_bytes = 0; });
  refused([](TorrentConfig& c) { c.burst = -1; });
  refused([](TorrentConfig& c) { c.start_spread = -1; });
}

}  // namespace
}  // namespace docsis_vp::hosts::torrent_test
