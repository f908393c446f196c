#include "models/hosts/timer_queue/timer_queue.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "platform/base/random.h"
#include "tests/models/hosts/timer_queue/manual_timer_queue.h"

namespace docsis_vp::hosts::timer_queue_test {
namespace {

using Log = std::vector<std::pair<TimePs, std::string>>;

struct Bench {
  std::unique_ptr<Timer> make(std::uint32_t owner, const std::string& name) {
    return std::make_unique<Timer>(queue, owner,
                                   [this, name] { log.emplace_back(queue.now(), name); });
  }
  ManualTimerQueue queue;
  Log log;
};

TEST(TimerQueue, RunsByTimeThenOwnerThenOrderOfMaking) {
  Bench bench;
  const auto third = bench.make(2, "third");
  const auto first = bench.make(1, "first");
  const auto second = bench.make(1, "second");
  const auto early = bench.make(9, "early");
  second->arm(70);
  third->arm(70);
  first->arm(70);
  early->arm(60);
  bench.queue.run_to(100);
  EXPECT_EQ(bench.log, (Log{{60, "early"}, {70, "first"}, {70, "second"}, {70, "third"}}));
  EXPECT_FALSE(first->armed());
}

TEST(TimerQueue, MovesAnArmedTimerEitherWay) {
  Bench bench;
  const auto later = bench.make(1, "later");
  const auto sooner = bench.make(2, "sooner");
  later->arm(10);
  later->arm(50);
  sooner->arm(90);
  sooner->arm(50);
  bench.queue.run_to(49);
  EXPECT_TRUE(bench.log.empty());
  EXPECT_EQ(later->deadline(), 50);
  bench.queue.run_to(100);
  EXPECT_EQ(bench.log, (Log{{50, "later"}, {50, "sooner"}}));
}

TEST(TimerQueue, RunsOnlyOnceEachTimeItIsArmedAndNotAfterCancelling) {
  Bench bench;
  const auto timer = bench.make(1, "x");
  timer->arm(10);
  timer->cancel();
  bench.queue.run_to(20);
  EXPECT_TRUE(bench.log.empty());
  timer->arm(30);
  timer->cancel();
  timer->arm(25);
  bench.queue.run_to(60);
  EXPECT_EQ(bench.log, (Log{{25, "x"}}));
}

TEST(TimerQueue, RunsAtOnceWhatAnActionArmsForNow) {
  ManualTimerQueue queue;
  std::vector<int> order;
  Timer last(queue, 5, [&] { order.push_back(5); });
  Timer follow_up(queue, 2, [&] { order.push_back(2); });
  Timer cause(queue, 3, [&] {
    order.push_back(3);
    follow_up.arm(queue.now());
  });
  cause.arm(10);
  last.arm(10);
  queue.run_to(10);
  EXPECT_EQ(order, (std::vector<int>{3, 2, 5}));
}

TEST(TimerQueue, ForgetsATimerThatIsGone) {
  Bench bench;
  const auto stays = bench.make(1, "stays");
  {
    const auto goes = bench.make(1, "goes");
    goes->arm(5);
    stays->arm(7);
  }
  bench.queue.run_to(10);
  EXPECT_EQ(bench.log, (Log{{7, "stays"}}));
}

TEST(TimerQueue, RunsArrivalsBeforeTimersInTheOrderOfTheirMaking) {
  Bench bench;
  const auto timer = bench.make(0, "timer");
  const auto arrival = [&bench](const std::string& name) {
    return bench.queue.make_arrival_timer(
        [&bench, name] { bench.log.emplace_back(bench.queue.now(), name); });
  };
  const auto first = arrival("first");
  const auto second = arrival("second");
  timer->arm(50);
  second->set_if_earlier(50);
  first->set_if_earlier(50);
  bench.queue.run_to(100);
  EXPECT_EQ(bench.log, (Log{{50, "first"}, {50, "second"}, {50, "timer"}}));
}

TEST(TimerQueue, RunsAnArrivalOnceAtTheEarliestTimeGiven) {
  Bench bench;
  const auto arrival =
      bench.queue.make_arrival_timer([&] { bench.log.emplace_back(bench.queue.now(), "x"); });
  arrival->set_if_earlier(40);
  arrival->set_if_earlier(30);
  arrival->set_if_earlier(60);
  bench.queue.run_to(100);
  arrival->set_if_earlier(110);
  bench.queue.run_to(200);
  EXPECT_EQ(bench.log, (Log{{30, "x"}, {110, "x"}}));
}

// Against a sorted map, over random arming, moving and cancelling.
TEST(TimerQueue, DoesWhatASortedMapDoes) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    RandomStream random(seed, "timers");
    Bench bench;
    std::vector<std::unique_ptr<Timer>> timers;
    std::vector<TimePs> due(20, kNever);
    for (std::uint32_t i = 0; i < due.size(); ++i) {
      timers.push_back(bench.make(i / 3, std::to_string(i)));
    }
    Log expected;
    for (TimePs now = 0; now < 400; now += 3) {
      bench.queue.run_to(now);
      std::map<std::pair<TimePs, std::size_t>, int> sorted;
      for (std::size_t i = 0; i < due.size(); ++i) {
        if (due[i] <= now) {
          sorted[{due[i], i}];
          due[i] = kNever;
        }
      }
      for (const auto& [key, unused] : sorted) {
        expected.emplace_back(key.first, std::to_string(key.second));
      }
      ASSERT_EQ(bench.log, expected) << "seed " << seed << " at " << now;
      for (int change = 0; change < 3; ++change) {
        const std::size_t i = random.below(due.size());
        if (random.below(4) == 0) {
          timers[i]->cancel();
          due[i] = kNever;
        } else {
          due[i] = now + static_cast<TimePs>(random.below(60)) + 1;
          timers[i]->arm(due[i]);
        }
      }
    }
    EXPECT_GT(expected.size(), 50U);
  }
}

}  // namespace
}  // namespace docsis_vp::hosts::timer_queue_test
