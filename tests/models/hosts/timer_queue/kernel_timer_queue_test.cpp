#include "models/hosts/timer_queue/kernel_timer_queue.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "models/hosts/link/link.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::hosts::kernel_timer_queue_test {
namespace {

struct NotingSink : PacketSink {
  explicit NotingSink(std::vector<std::string>& order) : log(order) {}
  void push(PacketHandle /*packet*/) override { log.emplace_back("packet"); }
  std::vector<std::string>& log;
};

TEST(KernelTimerQueue, RunsTimersAtTheirTimes) {
  KernelTimerQueue queue("timers");
  std::vector<TimePs> times;
  Timer timer(queue, 1, [&] {
    times.push_back(queue.now());
    if (times.size() < 3) timer.arm(queue.now() + 30);
  });
  timer.arm(100);
  timer.arm(40);
  sc_core::sc_start(platform::to_sc_time(200));
  EXPECT_EQ(times, (std::vector<TimePs>{40, 70, 100}));
}

TEST(KernelTimerQueue, LetsThePacketsOfAnInstantArriveFirst) {
  std::vector<std::string> order;
  NotingSink sink(order);
  KernelTimerQueue queue("timers");
  Link second("second", {}, sink);  // no delay: collects, then delivers at the same instant
  Link first("first", {{}, 0, 500, {}}, second);
  PacketPool pool;
  Timer timer(queue, 1, [&] { order.emplace_back("timer"); });
  first.push(pool.take());
  timer.arm(500);
  sc_core::sc_start(platform::to_sc_time(1'000));
  EXPECT_EQ(order, (std::vector<std::string>{"packet", "timer"}));
}

TEST(KernelTimerQueue, RunsArrivalsAtOnceAndTheRestWhenTheInstantHasSettled) {
  std::vector<std::string> order;
  NotingSink sink(order);
  KernelTimerQueue queue("timers");
  Link link("link", {{}, 0, 500, {}}, sink);
  PacketPool pool;
  Timer timeout(queue, 0, [&] { order.emplace_back("timeout"); });
  const auto next = queue.make_arrival_timer([&] { order.emplace_back("next"); });
  const auto arrival = queue.make_arrival_timer([&] {
    order.emplace_back("arrival " + std::to_string(sc_core::sc_delta_count()));
    next->set_if_earlier(700);
  });
  timeout.arm(300);  // moves: its old place costs nothing
  timeout.arm(500);
  arrival->set_if_earlier(500);
  link.push(pool.take());
  const std::uint64_t before = sc_core::sc_delta_count();
  sc_core::sc_start(platform::to_sc_time(1'000));
  ASSERT_EQ(order.size(), 4U);
  EXPECT_EQ(order[2], "timeout");
  EXPECT_EQ(order[3], "next");
  const std::string at_once = "arrival " + std::to_string(before + 1);
  EXPECT_TRUE(order[0] == at_once || order[1] == at_once) << order[0] << ", " << order[1];
}

TEST(KernelTimerQueue, RunsAnArrivalOnceAtTheEarliestTimeGiven) {
  KernelTimerQueue queue("timers");
  std::vector<TimePs> times;
  const auto arrival = queue.make_arrival_timer([&] { times.push_back(queue.now()); });
  arrival->set_if_earlier(40);
  arrival->set_if_earlier(30);
  arrival->set_if_earlier(60);
  sc_core::sc_start(platform::to_sc_time(100));
  EXPECT_EQ(times, (std::vector<TimePs>{30}));
}

TEST(KernelTimerQueue, SettlesOnlyForTimersThatAreDue) {
  KernelTimerQueue queue("timers");
  Timer timeout(queue, 7, [] {});
  unsigned arrivals = 0;
  std::unique_ptr<ArrivalTimer> arrival;
  arrival = queue.make_arrival_timer([&] {
    if (++arrivals < 100) arrival->set_if_earlier(queue.now() + 10);
    timeout.arm(queue.now() + 1'000'000);
  });
  arrival->set_if_earlier(10);
  const std::uint64_t before = sc_core::sc_delta_count();
  sc_core::sc_start(platform::to_sc_time(2'000));
  EXPECT_EQ(arrivals, 100U);
  EXPECT_LE(sc_core::sc_delta_count() - before, 102U);
}

}  // namespace
}  // namespace docsis_vp::hosts::kernel_timer_queue_test
