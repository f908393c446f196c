#include "models/hosts/timer_queue/kernel_timer_queue.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "models/hosts/link/link.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::hosts {
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

}  // namespace
}  // namespace docsis_vp::hosts
