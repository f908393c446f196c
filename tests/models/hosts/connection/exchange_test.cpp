#include "models/hosts/connection/exchange.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/models/hosts/connection/ideal_connection.h"
#include "tests/models/hosts/timer_queue/manual_timer_queue.h"

namespace docsis_vp::hosts::exchange_test {
namespace {

// Fetches objects of these sizes, one after the other.
struct Fetcher : ConnectionUser {
  Fetcher(TimerQueue& queue, std::vector<std::uint64_t> object_sizes)
      : timers(queue), sizes(std::move(object_sizes)) {}
  void on_open(Connection& connection) override {
    exchange.restart();
    next(connection);
  }
  void on_received(Connection& connection, End at, std::uint64_t total) override {
    if (!exchange.received(connection, at, total)) return;
    done.push_back(timers.now());
    next(connection);
  }
  void on_closed(Connection&) override { closed = timers.now(); }
  void next(Connection& connection) {
    if (done.size() < sizes.size()) {
      exchange.request(connection, 10, sizes[done.size()]);
    } else {
      connection.close(End::kClient);
    }
  }

  TimerQueue& timers;
  std::vector<std::uint64_t> sizes;
  Exchange exchange;
  std::vector<TimePs> done;
  TimePs closed = 0;
};

// Delay 100 us, requests 2 us per octet, responses 1 us per octet.
TEST(Exchange, TakesTurnsOnOneConnection) {
  ManualTimerQueue timers;
  IdealConnection connection({100 * kPsPerUs, 2 * kPsPerUs, kPsPerUs}, timers);
  Fetcher fetcher(timers, {500, 3'000});
  connection.open(fetcher);
  timers.run_to(kPsPerSecond);
  // Handshake 200, request 20 + 100, response 500 + 100; request 120, response 3000 + 100.
  EXPECT_EQ(fetcher.done, (std::vector<TimePs>{920 * kPsPerUs, 4'140 * kPsPerUs}));
  EXPECT_EQ(fetcher.closed, 4'340 * kPsPerUs);
  EXPECT_FALSE(fetcher.exchange.busy());
}

TEST(Exchange, StartsOverOnANewConnection) {
  ManualTimerQueue timers;
  IdealConnection connection({0, 0, kPsPerUs}, timers);
  Fetcher fetcher(timers, {5'000});
  connection.open(fetcher);
  timers.run_to(2 * kPsPerMs);
  EXPECT_TRUE(fetcher.exchange.busy());
  connection.fail();
  connection.open(fetcher);
  timers.run_to(kPsPerSecond);
  EXPECT_EQ(fetcher.done, (std::vector<TimePs>{7 * kPsPerMs}));
}

}  // namespace
}  // namespace docsis_vp::hosts::exchange_test
