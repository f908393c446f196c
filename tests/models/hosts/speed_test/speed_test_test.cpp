#include "models/hosts/speed_test/speed_test.h"

#include <gmock/gmock.h>

#include <memory>
#include <vector>

#include "platform/base/errors.h"
#include "tests/models/hosts/connection/ideal_connection.h"
#include "tests/models/hosts/timer_queue/manual_timer_queue.h"

namespace docsis_vp::hosts {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr TimePs kMs = kPsPerMs;

struct Bench {
  explicit Bench(const SpeedTestConfig& config, const std::vector<TimePs>& octet_times) {
    for (const TimePs octet : octet_times) {
      owned.push_back(
          std::make_unique<IdealConnection>(IdealConnection::Config{kMs, octet, octet}, timers));
      connections.push_back(owned.back().get());
    }
    test = std::make_unique<SpeedTest>(config, connections, timers, 1);
  }

  ManualTimerQueue timers;
  std::vector<std::unique_ptr<IdealConnection>> owned;
  std::vector<Connection*> connections;
  std::unique_ptr<SpeedTest> test;
};

SpeedTestConfig short_test() {
  SpeedTestConfig config;
  config.start = 500 * kMs;
  config.duration = 2'500 * kMs;
  config.interval = kPsPerSecond;
  return config;
}

// 8 and 4 Mb/s: 12 together. The handshake and the delay cost the first second 3 ms.
TEST(SpeedTest, AveragesWhatAllConnectionsCarryPerInterval) {
  Bench bench(short_test(), {kPsPerUs, 2 * kPsPerUs});
  bench.timers.run_to(1'499 * kMs);
  EXPECT_THAT(bench.test->averages_mbps(), IsEmpty());
  bench.timers.run_to(1'500 * kMs);
  EXPECT_THAT(bench.test->averages_mbps(), ElementsAre(DoubleNear(12 * 0.997, 0.03)));
  bench.timers.run_to(10 * kPsPerSecond);
  EXPECT_THAT(bench.test->averages_mbps(), ElementsAre(DoubleNear(12 * 0.997, 0.03),
                                                       DoubleNear(12, 0.03), DoubleNear(12, 0.06)));
  for (const auto& connection : bench.owned) EXPECT_TRUE(connection->closed());
}

TEST(SpeedTest, OpensAgainWhatFails) {
  Bench bench(short_test(), {kPsPerUs});
  bench.timers.run_to(kPsPerSecond);
  bench.owned[0]->fail();
  bench.timers.run_to(10 * kPsPerSecond);
  EXPECT_EQ(bench.owned[0]->opened_times(), 2U);
  EXPECT_THAT(bench.test->averages_mbps(),
              ElementsAre(DoubleNear(8 * 0.994, 0.03), DoubleNear(8, 0.03), DoubleNear(8, 0.06)));
}

TEST(SpeedTest, MeasuresDownloadsToo) {
  SpeedTestConfig config = short_test();
  config.sender = End::kServer;
  Bench bench(config, {kPsPerUs});
  bench.timers.run_to(10 * kPsPerSecond);
  EXPECT_THAT(bench.test->averages_mbps(),
              ElementsAre(DoubleNear(8 * 0.997, 0.03), DoubleNear(8, 0.03), DoubleNear(8, 0.06)));
}

TEST(SpeedTest, RefusesABadConfiguration) {
  SpeedTestConfig config;
  EXPECT_THROW(Bench(config, {}), ConfigError);
  config.duration = 0;
  EXPECT_THROW(Bench(config, {kPsPerUs}), ConfigError);
  config = {};
  config.interval = 0;
  EXPECT_THROW(Bench(config, {kPsPerUs}), ConfigError);
}

}  // namespace
}  // namespace docsis_vp::hosts
