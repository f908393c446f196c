#include "models/hosts/web_user/web_user.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "platform/base/errors.h"
#include "tests/models/hosts/connection/ideal_connection.h"
#include "tests/models/hosts/timer_queue/manual_timer_queue.h"

namespace docsis_vp::hosts::web_user_test {
namespace {

constexpr TimePs kMs = kPsPerMs;

struct Bench {
  explicit Bench(const WebUserConfig& config, unsigned servers = 3, unsigned connections = 4,
                 TimePs octet = kPsPerNs, std::uint64_t seed = 1) {
    WebUser::Servers slots;
    for (unsigned server = 0; server < servers; ++server) {
      slots.emplace_back();
      for (unsigned i = 0; i < connections; ++i) {
        owned.push_back(
            std::make_unique<IdealConnection>(IdealConnection::Config{kMs, 0, octet}, timers));
        slots.back().push_back(owned.back().get());
      }
    }
    user = std::make_unique<WebUser>(config, slots, RandomStream(seed, "web/user"), timers, 1);
  }
  unsigned opened(std::size_t first, std::size_t count) const {
    unsigned sum = 0;
    for (std::size_t i = first; i < first + count; ++i) sum += owned[i]->opened_times();
    return sum;
  }

  ManualTimerQueue timers;
  std::vector<std::unique_ptr<IdealConnection>> owned;
  std::unique_ptr<WebUser> user;
};

// Almost no spread: values are their mean to a part in 10^7.
WebUserConfig regular() {
  constexpr double kShape = 1e9;
  WebUserConfig config;
  config.page_gap_s = {5, kShape};
  config.objects_per_page = {2.5, kShape};  // rounded up: 3
  config.object_gap_s = {0.5, kShape};
  config.object_bytes = {9'999.5, kShape};  // rounded up: 10 000
  return config;
}

// An octet takes 1 us: an object is there 2 + 1 + 10 + 1 ms after it was due.
TEST(WebUser, RequestsObjectsOfAPageAtTheirGapsAndPausesAfterTheLast) {
  Bench bench(regular(), 1, 2, kPsPerUs);
  const TimePs object = 14 * kMs;
  bench.timers.run_to(object);
  EXPECT_EQ(bench.user->objects(), 1U);
  bench.timers.run_to(499 * kMs + object);
  EXPECT_EQ(bench.user->objects(), 1U);
  bench.timers.run_to(501 * kMs + object);
  EXPECT_EQ(bench.user->objects(), 2U);
  bench.timers.run_to(1'001 * kMs + object);
  EXPECT_EQ(bench.user->objects(), 3U);
  EXPECT_EQ(bench.user->pages(), 1U);
  EXPECT_EQ(bench.user->bytes(), 30'000U);
  bench.timers.run_to(5'999 * kMs + 2 * object);
  EXPECT_EQ(bench.user->objects(), 3U);
  bench.timers.run_to(6'001 * kMs + 2 * object);
  EXPECT_EQ(bench.user->objects(), 4U);
}

TEST(WebUser, DoesNotWaitForAnObjectBeforeTheNext) {
  Bench bench(regular(), 1, 3, 200 * kPsPerUs);  // 2 s per object, all three at once
  bench.timers.run_to(3'005 * kMs);
  EXPECT_EQ(bench.user->objects(), 3U);
}

TEST(WebUser, WaitsForAConnectionIfThereIsNoneToSpare) {
  Bench bench(regular(), 1, 1, 200 * kPsPerUs);
  bench.timers.run_to(3'005 * kMs);
  EXPECT_EQ(bench.user->objects(), 1U);
  bench.timers.run_to(6'100 * kMs);
  EXPECT_EQ(bench.user->objects(), 3U);
  EXPECT_EQ(bench.user->pages(), 1U);
}

TEST(WebUser, DrawsServersEvenly) {
  Bench bench(regular());
  bench.timers.run_to(3'000 * kPsPerSecond);  // about 500 pages
  const double objects = static_cast<double>(bench.user->objects());
  EXPECT_GT(objects, 1'400);
  for (std::size_t server = 0; server < 3; ++server) {
    EXPECT_NEAR(bench.opened(4 * server, 4), objects / 3, 4 * std::sqrt(objects * 2 / 9));
  }
}

TEST(WebUser, HasTheMeansOfItsDistributions) {
  WebUserConfig config;
  config.page_gap_s = {5, 4};  // light tails, so that means settle
  config.objects_per_page = {4, 4};
  config.object_bytes = {20'000, 4};
  config.object_gap_s = {0.01, 4};
  Bench bench(config, 3, 8);
  bench.timers.run_to(20'000 * kPsPerSecond);
  const auto pages = static_cast<double>(bench.user->pages());
  const auto objects = static_cast<double>(bench.user->objects());
  EXPECT_NEAR(pages * 5.06, 20'000, 250);
  // The mean of a Pareto variable of least value 3 and shape 4, rounded up: 3 + sum over n >= 3 of
  // (3 / n)^4.
  double expected = 3;
  for (int n = 3; n < 10'000; ++n) expected += std::pow(3.0 / n, 4);
  EXPECT_NEAR(objects / pages, expected, 0.1);
  EXPECT_NEAR(static_cast<double>(bench.user->bytes()) / objects, 20'000.5, 400);
}

TEST(WebUser, FetchesAnewWhatAFailedConnectionLeftUndone) {
  Bench bench(regular(), 1, 1, kPsPerUs);
  bench.timers.run_to(6 * kMs);
  bench.owned[0]->fail();
  bench.timers.run_to(19 * kMs);
  EXPECT_EQ(bench.user->objects(), 0U);
  bench.timers.run_to(20 * kMs);
  EXPECT_EQ(bench.user->objects(), 1U);
}

TEST(WebUser, StartsAndStopsAsTold) {
  WebUserConfig config = regular();
  config.start = 2 * kPsPerSecond;
  config.stop = 2'700 * kMs;
  Bench bench(config);
  bench.timers.run_to(2'000 * kMs - 1);
  EXPECT_EQ(bench.opened(0, 12), 0U);
  bench.timers.run_to(100 * kPsPerSecond);
  EXPECT_EQ(bench.user->objects(), 2U);
  EXPECT_EQ(bench.user->pages(), 0U);
}

// Objects are complete at 2 + 4, 502 + 4 and 1002 + 4 ms, the page with the last.
TEST(WebUser, CountsWhatIsCompleteAfterTheWarmUp) {
  WebUserConfig config = regular();
  config.warmup = 600 * kMs;
  Bench bench(config);
  bench.timers.run_to(kPsPerSecond * 2);
  EXPECT_EQ(bench.user->objects(), 1U);
  EXPECT_EQ(bench.user->bytes(), 10'000U);
  EXPECT_EQ(bench.user->pages(), 1U);
}

TEST(WebUser, OpensNoFailedConnectionAnewOnceItHasStopped) {
  WebUserConfig config = regular();
  config.stop = 5 * kMs;
  Bench bench(config, 1, 1, kPsPerUs);
  bench.timers.run_to(6 * kMs);
  bench.owned[0]->fail();
  bench.timers.run_to(kPsPerSecond);
  EXPECT_EQ(bench.owned[0]->opened_times(), 1U);
  EXPECT_EQ(bench.user->objects(), 0U);
}

TEST(WebUser, DoesTheSameFromTheSameStream) {
  Bench one(WebUserConfig{});
  Bench two(WebUserConfig{});
  Bench other(WebUserConfig{}, 3, 4, kPsPerNs, 2);
  for (Bench* bench : {&one, &two, &other}) bench->timers.run_to(500 * kPsPerSecond);
  EXPECT_EQ(one.user->bytes(), two.user->bytes());
  EXPECT_EQ(one.user->objects(), two.user->objects());
  EXPECT_NE(one.user->bytes(), other.user->bytes());
}

TEST(WebUser, AsksForTheSamePagesWhateverCarriesThem) {
  Bench fast(WebUserConfig{}, 3, 4, kPsPerNs);
  Bench slow(WebUserConfig{}, 3, 1, 30 * kPsPerUs);
  while (fast.user->pages() < 200) fast.timers.run_to(fast.timers.next());
  while (slow.user->pages() < 200) slow.timers.run_to(slow.timers.next());
  EXPECT_GT(slow.timers.now(), fast.timers.now());
  EXPECT_EQ(slow.user->objects(), fast.user->objects());
  EXPECT_EQ(slow.user->bytes(), fast.user->bytes());
}

TEST(WebUser, RefusesABadConfiguration) {
  const auto refused = [](auto change) {
    WebUserConfig config;
    change(config);
    EXPECT_THROW(Bench{config}, ConfigError);
  };
  refused([](WebUserConfig& c) { c.page_gap_s.mean = 0; });
  refused([](WebUserConfig& c) { c.objects_per_page.shape = 1; });
  refused([](WebUserConfig& c) { c.request_bytes = 0; });
  refused([](WebUserConfig& c) { c.most = 1; });
  EXPECT_THROW(Bench(WebUserConfig{}, 0), ConfigError);
  EXPECT_THROW(Bench(WebUserConfig{}, 1, 0), ConfigError);
}

}  // namespace
}  // namespace docsis_vp::hosts::web_user_test
