#include "models/hosts/web_page/web_page.h"

#include <gtest/gtest.h>

#include <memory>

#include "platform/base/errors.h"
#include "tests/models/hosts/connection/ideal_connection.h"
#include "tests/models/hosts/timer_queue/manual_timer_queue.h"

namespace docsis_vp::hosts::web_page_test {
namespace {

constexpr TimePs kMs = kPsPerMs;

// Every connection has 1 us per octet down to itself, none up; delays of 10, 15, ... ms by server.
struct Bench {
  explicit Bench(const WebPageConfig& config, unsigned servers = 4, unsigned connections = 6)
      : html({10 * kMs, 0, kPsPerUs}, timers) {
    for (unsigned server = 0; server < servers; ++server) {
      slots.emplace_back();
      for (unsigned i = 0; i < connections; ++i) {
        owned.push_back(std::make_unique<IdealConnection>(
            IdealConnection::Config{(10 + 5 * server) * kMs, 0, kPsPerUs}, timers));
        slots.back().push_back(owned.back().get());
      }
    }
    page = std::make_unique<WebPage>(config, html, slots, RandomStream(1, "web/test"), timers, 1);
  }
  unsigned opened() const {
    unsigned count = 0;
    for (const auto& connection : owned) count += connection->opened_times();
    return count;
  }

  ManualTimerQueue timers;
  IdealConnection html;
  std::vector<std::unique_ptr<IdealConnection>> owned;
  WebPage::Servers slots;
  std::unique_ptr<WebPage> page;
};

// HTML: request 10, 102.4 of octets, 10. Then the slowest server: handshake 50, and as one of its
// six connections carries five objects of the 25, five times 25 + 25.6 + 25.
constexpr TimePs kHtml = 10 * kMs + 102'400 * kPsPerUs + 10 * kMs;
constexpr TimePs kObjects = 50 * kMs + 5 * (50 * kMs + 25'600 * kPsPerUs);

TEST(WebPage, TakesAsLongAsItsSlowestServer) {
  Bench bench({});
  bench.timers.run_to(20 * kMs + kHtml + kObjects - 1);
  EXPECT_EQ(bench.page->load_times().count(), 0U);
  bench.timers.run_to(20 * kMs + kHtml + kObjects);
  ASSERT_EQ(bench.page->load_times().count(), 1U);
  EXPECT_EQ(bench.page->load_times().values()[0], kHtml + kObjects);
  EXPECT_EQ(bench.opened(), 24U);
}

TEST(WebPage, MayBeMeasuredFromTheFirstConnection) {
  WebPageConfig config;
  config.measured_from = PageStart::kConnect;
  Bench bench(config);
  bench.timers.run_to(kPsPerSecond);
  EXPECT_EQ(bench.page->load_times().values()[0], 20 * kMs + kHtml + kObjects);
}

TEST(WebPage, LoadsAgainAfterThePause) {
  Bench bench({});
  const TimePs cycle = 20 * kMs + kHtml + kObjects + 5 * kPsPerSecond;
  bench.timers.run_to(10 * cycle - 1);
  EXPECT_EQ(bench.page->pages_begun(), 10U);
  bench.timers.run_to(10 * cycle);
  EXPECT_EQ(bench.page->pages_begun(), 11U);
  EXPECT_EQ(bench.page->load_times().count(), 10U);
  EXPECT_DOUBLE_EQ(*bench.page->load_times().median_s(), to_seconds(kHtml + kObjects));
  EXPECT_DOUBLE_EQ(*bench.page->load_times().median_absolute_deviation_s(), 0);
}

TEST(WebPage, OpensAConnectionPerObjectIfTheyDoNotPersist) {
  WebPageConfig config;
  config.persistent = false;
  Bench bench(config, 4, 12);
  bench.timers.run_to(2 * kPsPerSecond);
  ASSERT_EQ(bench.page->load_times().count(), 1U);
  // Five handshakes on the way instead of one; closing goes on beside them.
  EXPECT_EQ(bench.page->load_times().values()[0], kHtml + kObjects + 4 * 50 * kMs);
  EXPECT_EQ(bench.opened(), 100U);
}

TEST(WebPage, WaitsForItsConnectionsToCloseIfThereAreNoOthers) {
  WebPageConfig config;
  config.persistent = false;
  Bench bench(config, 4, 6);
  bench.timers.run_to(2 * kPsPerSecond);
  ASSERT_EQ(bench.page->load_times().count(), 1U);
  EXPECT_EQ(bench.page->load_times().values()[0], kHtml + kObjects + 4 * (50 + 50) * kMs);
  EXPECT_EQ(bench.opened(), 100U);
}

TEST(WebPage, OpensNoMoreConnectionsThanThereAreObjects) {
  WebPageConfig config;
  config.page.objects_per_server = 2;
  Bench bench(config);
  bench.timers.run_to(kPsPerSecond);
  EXPECT_EQ(bench.page->load_times().count(), 1U);
  EXPECT_EQ(bench.opened(), 8U);
}

TEST(WebPage, FetchesAnewWhatAFailedConnectionLeftUndone) {
  Bench bench({});
  bench.timers.run_to(5 * kMs);
  bench.html.fail();
  bench.timers.run_to(520 * kMs);
  bench.owned[18]->fail();  // which carries the last object of the slowest server
  bench.timers.run_to(2 * kPsPerSecond);
  ASSERT_EQ(bench.page->load_times().count(), 1U);
  EXPECT_GT(bench.page->load_times().values()[0], kHtml + kObjects);
  EXPECT_EQ(bench.opened(), 25U);
}

TEST(WebPage, OpensNoFailedConnectionAnewOnceItHasStopped) {
  WebPageConfig config;
  config.stop = 4 * kMs;
  Bench html(config);
  html.timers.run_to(5 * kMs);
  html.html.fail();
  html.timers.run_to(2 * kPsPerSecond);
  EXPECT_EQ(html.html.opened_times(), 1U);
  Bench objects(config);
  objects.timers.run_to(520 * kMs);
  objects.owned[18]->fail();
  objects.timers.run_to(2 * kPsPerSecond);
  EXPECT_EQ(objects.opened(), 24U);
  EXPECT_EQ(objects.page->load_times().count(), 0U);
}

TEST(WebPage, DrawsOtherSizesForEveryPageIfTold) {
  WebPageConfig config;
  config.page.sizes = ObjectSizes::kLogNormal;
  Bench same(config);
  const PageLayout first = same.page->layout();
  same.timers.run_to(60 * kPsPerSecond);
  EXPECT_GT(same.page->pages_begun(), 3U);
  EXPECT_EQ(same.page->layout(), first);
  config.page.redraw = true;
  Bench other(config);
  EXPECT_EQ(other.page->layout(), first);
  other.timers.run_to(60 * kPsPerSecond);
  EXPECT_NE(other.page->layout(), first);
}

TEST(WebPage, StartsStopsAndWarmsUpAsTold) {
  WebPageConfig config;
  config.start = 3 * kPsPerSecond;
  config.warmup = 8 * kPsPerSecond;
  config.stop = 19 * kPsPerSecond;
  Bench bench(config);
  bench.timers.run_to(3 * kPsPerSecond - 1);
  EXPECT_EQ(bench.page->pages_begun(), 0U);
  bench.timers.run_to(100 * kPsPerSecond);
  EXPECT_EQ(bench.page->pages_begun(), 3U);  // at about 3, 8.6 and 14.2 s
  EXPECT_EQ(bench.page->load_times().count(), 2U);
  config.pages = 1;
  Bench once(config);
  once.timers.run_to(100 * kPsPerSecond);
  EXPECT_EQ(once.page->pages_begun(), 1U);
}

TEST(WebPage, RefusesABadConfiguration) {
  WebPageConfig config;
  config.connections_per_server = 7;
  EXPECT_THROW(Bench{config}, ConfigError);
  config = {};
  config.connections_per_server = 0;
  EXPECT_THROW(Bench{config}, ConfigError);
  config = {};
  config.request_bytes = 0;
  EXPECT_THROW(Bench{config}, ConfigError);
  config = {};
  config.pause_s = -1;
  EXPECT_THROW(Bench{config}, ConfigError);
  EXPECT_THROW(Bench(WebPageConfig{}, 0), ConfigError);
}

}  // namespace
}  // namespace docsis_vp::hosts::web_page_test
