#include "platform/cpu/cpu_scheduler.h"

#include <gtest/gtest.h>

#include <functional>
#include <utility>
#include <vector>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform::cpu_scheduler_test {
namespace {

struct Thread : sc_core::sc_module {
  Thread(const sc_core::sc_module_name& name, std::function<void()> work)
      : sc_module(name), work_(std::move(work)) {
    SC_HAS_PROCESS(Thread);
    SC_THREAD(run);
  }
  void run() {
    work_();
    wait();
  }
  std::function<void()> work_;
};

TEST(CpuScheduler, ContinuesCpusByTimeThenConstruction) {
  const std::shared_ptr<CpuScheduler> scheduler = CpuScheduler::shared();
  std::vector<std::pair<std::size_t, TimePs>> seen;
  const auto waits = [&](std::size_t place, const std::vector<TimePs>& times) {
    return [&seen, &scheduler, place, times] {
      for (const TimePs at : times) {
        scheduler->wait_until(place, at);
        scheduler->join(place);
        seen.emplace_back(place, now_ps());
      }
      scheduler->pass();
    };
  };
  ASSERT_EQ(scheduler->add(), 0U);
  ASSERT_EQ(scheduler->add(), 1U);
  ASSERT_EQ(scheduler->add(), 2U);
  Thread third("third", waits(2, {10, 20, 30}));
  Thread second("second", waits(1, {10, 15, 30}));
  Thread first("first", waits(0, {12, 20, 30}));
  sc_core::sc_start();
  const std::vector<std::pair<std::size_t, TimePs>> expected = {
      {1, 10}, {2, 10}, {0, 12}, {1, 15}, {0, 20}, {2, 20}, {0, 30}, {1, 30}, {2, 30}};
  EXPECT_EQ(seen, expected);
}

TEST(CpuScheduler, TellsWhenTheFirstOtherCpuContinues) {
  const std::shared_ptr<CpuScheduler> scheduler = CpuScheduler::shared();
  scheduler->add();
  scheduler->add();
  std::vector<TimePs> next;
  Thread waits("waits", [&] {
    scheduler->wait_until(0, 50);
    scheduler->join(0);
  });
  Thread asks("asks", [&] {
    next.push_back(scheduler->next(now_ps()));
    sc_core::wait(to_sc_time(20));
    next.push_back(scheduler->next(now_ps()));
    scheduler->hold_others();
    EXPECT_FALSE(sc_core::sc_pending_activity());
    scheduler->release_others();
    EXPECT_EQ(to_ps(sc_core::sc_time_to_pending_activity()), 30);
  });
  sc_core::sc_start();
  EXPECT_EQ(next.back(), 50);
}

// A CPU asks the kernel for pending activity at the instant when another is about to continue.
TEST(CpuScheduler, WakesNoCpuTwice) {
  const std::shared_ptr<CpuScheduler> scheduler = CpuScheduler::shared();
  scheduler->add();
  scheduler->add();
  std::vector<TimePs> seen;
  sc_core::sc_event at_the_same_time;
  Thread asks("asks", [&] {
    at_the_same_time.notify(to_sc_time(100));
    sc_core::wait(at_the_same_time);
    EXPECT_TRUE(seen.empty()) << "it has to come first";
    scheduler->hold_others();
    scheduler->release_others();
  });
  Thread waits("waits", [&] {
    for (const TimePs at : {100, 130}) {
      scheduler->wait_until(1, at);
      seen.push_back(now_ps());
    }
  });
  sc_core::sc_start();
  EXPECT_EQ(seen, (std::vector<TimePs>{100, 130}));
}

}  // namespace
}  // namespace docsis_vp::platform::cpu_scheduler_test
