#include "models/hosts/response_probe/response_probe.h"

#include <gtest/gtest.h>

#include <memory>

#include "platform/base/errors.h"
#include "tests/models/hosts/connection/ideal_connection.h"
#include "tests/models/hosts/timer_queue/manual_timer_queue.h"

namespace docsis_vp::hosts::response_probe_test {
namespace {

constexpr TimePs kMs = kPsPerMs;

// A delay of 25 ms, 1 us per octet down: handshake 50 ms, then 25 + 20 + 25 ms for 20 kB.
constexpr TimePs kResponse = 70 * kMs;

struct Bench {
  explicit Bench(const ResponseProbeConfig& config, unsigned count = 1) {
    std::vector<Connection*> connections;
    for (unsigned i = 0; i < count; ++i) {
      owned.push_back(std::make_unique<IdealConnection>(
          IdealConnection::Config{25 * kMs, 0, kPsPerUs}, timers));
      connections.push_back(owned.back().get());
    }
    probe = std::make_unique<ResponseProbe>(config, connections, timers, 1);
  }
  std::size_t responses_at(TimePs at) {
    timers.run_to(at);
    return probe->response_times().count();
  }

  ManualTimerQueue timers;
  std::vector<std::unique_ptr<IdealConnection>> owned;
  std::unique_ptr<ResponseProbe> probe;
};

TEST(ResponseProbe, MeasuresFromGetToLastOctet) {
  Bench bench({});
  EXPECT_EQ(bench.responses_at(50 * kMs + kResponse - 1), 0U);
  EXPECT_EQ(bench.responses_at(50 * kMs + kResponse), 1U);
  EXPECT_EQ(bench.probe->response_times().values()[0], kResponse);
}

TEST(ResponseProbe, FetchesAgainAfterThinking) {
  Bench bench({});
  const TimePs cycle = 50 * kMs + kResponse + 10 * kPsPerSecond;
  EXPECT_EQ(bench.responses_at(10 * cycle), 10U);
  EXPECT_DOUBLE_EQ(*bench.probe->response_times().mean_s(), 0.07);
  EXPECT_NEAR(*bench.probe->response_times().deviation_s(), 0, 1e-15);
  EXPECT_EQ(bench.owned[0]->opened_times(), 11U);
}

TEST(ResponseProbe, MayKeepItsConnection) {
  ResponseProbeConfig config;
  config.persistent = true;
  config.stop = 100 * kPsPerSecond;
  Bench bench(config);
  const TimePs cycle = kResponse + 10 * kPsPerSecond;
  EXPECT_EQ(bench.responses_at(50 * kMs + 3 * cycle - 10 * kPsPerSecond), 3U);
  EXPECT_EQ(bench.owned[0]->opened_times(), 1U);
  EXPECT_FALSE(bench.owned[0]->closed());
  bench.timers.run_to(200 * kPsPerSecond);
  EXPECT_TRUE(bench.owned[0]->closed());
}

TEST(ResponseProbe, WaitsForItsConnectionToClose) {
  ResponseProbeConfig config;
  config.think_s = 0;
  Bench one(config);  // closing takes 50 ms
  EXPECT_EQ(one.responses_at(10 * (50 * kMs + kResponse + 50 * kMs) - 50 * kMs), 10U);
  EXPECT_EQ(one.owned[0]->opened_times(), 10U);
  Bench two(config, 2);
  EXPECT_EQ(two.responses_at(10 * (50 * kMs + kResponse)), 10U);
}

TEST(ResponseProbe, FetchesAnewIfItsConnectionFails) {
  Bench bench({});
  bench.timers.run_to(100 * kMs);
  bench.owned[0]->fail();
  EXPECT_EQ(bench.responses_at(150 * kMs + kResponse), 1U);
  EXPECT_EQ(bench.probe->response_times().values()[0], kResponse);  // of the fetch that succeeded
}

TEST(ResponseProbe, OpensAnotherConnectionIfAnIdleOneFails) {
  ResponseProbeConfig config;
  config.persistent = true;
  Bench bench(config);
  EXPECT_EQ(bench.responses_at(kPsPerSecond), 1U);
  bench.owned[0]->fail();
  EXPECT_EQ(bench.responses_at(12 * kPsPerSecond), 2U);
  EXPECT_EQ(bench.owned[0]->opened_times(), 2U);
}

TEST(ResponseProbe, OpensNoFailedConnectionAnewOnceItHasStopped) {
  ResponseProbeConfig config;
  config.stop = 90 * kMs;
  Bench bench(config);
  bench.timers.run_to(100 * kMs);
  bench.owned[0]->fail();
  EXPECT_EQ(bench.responses_at(kPsPerSecond), 0U);
  EXPECT_EQ(bench.owned[0]->opened_times(), 1U);
}

TEST(ResponseProbe, StartsStopsAndWarmsUpAsTold) {
  ResponseProbeConfig config;
  config.start = 3 * kPsPerSecond;
  config.warmup = 13 * kPsPerSecond;
  config.stop = 30 * kPsPerSecond;
  Bench bench(config);
  bench.timers.run_to(3 * kPsPerSecond - 1);
  EXPECT_EQ(bench.owned[0]->opened_times(), 0U);
  EXPECT_EQ(bench.responses_at(100 * kPsPerSecond), 2U);  // 13.2 and 23.3 s, not 3.1 s
  EXPECT_EQ(bench.owned[0]->opened_times(), 3U);
}

TEST(ResponseProbe, RefusesABadConfiguration) {
  const auto refused = [](unsigned connections, auto change) {
    ResponseProbeConfig config;
    change(config);
    EXPECT_THROW(Bench(config, connections), ConfigError);
  };
  refused(0, [](ResponseProbeConfig&) {});
  refused(1, [](ResponseProbeConfig& c) { c.object_bytes = 0; });
  refused(1, [](ResponseProbeConfig& c) { c.request_bytes = 0; });
  refused(1, [](ResponseProbeConfig& c) { c.think_s = -1; });
}

}  // namespace
}  // namespace docsis_vp::hosts::response_probe_test
