#include "platform/kernel/outcome.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform::outcome_test {
namespace {

TEST(Outcome, StopsTheKernel) {
  struct Ender : sc_core::sc_module {
    Outcome& outcome;
    Ender(const sc_core::sc_module_name& name, Outcome& to_end) : sc_module(name), outcome(to_end) {
      SC_HAS_PROCESS(Ender);
      SC_METHOD(end);
    }
    void end() {
      if (now_ps() == 0) {
        next_trigger(to_sc_time(700));
      } else {
        outcome.exit(3, now_ps() + 50);
      }
    }
  };
  Outcome outcome;
  Ender ender("ender", outcome);
  EXPECT_FALSE(outcome.ended());
  sc_core::sc_start(to_sc_time(kPsPerSecond));
  EXPECT_EQ(now_ps(), 700);
  EXPECT_TRUE(outcome.ended());
  EXPECT_EQ(outcome.at(), 750);
  EXPECT_EQ(outcome.exit_code(), 3);
}

// The outcome does not depend on which process of a delta calls first.
TEST(Outcome, IsTheEarliestEndWhateverTheOrderOfTheCalls) {
  const std::vector<std::function<void(Outcome&)>> ends = {
      [](Outcome& outcome) { outcome.exit(0, 100); },
      [](Outcome& outcome) { outcome.fail("watchdog", 100); },
      [](Outcome& outcome) { outcome.fail("trap", 100); },
      [](Outcome& outcome) { outcome.exit(1, 101); }};
  std::vector<std::size_t> order = {0, 1, 2, 3};
  do {
    Outcome outcome;
    for (const std::size_t end : order) {
      ends[end](outcome);
    }
    EXPECT_TRUE(outcome.failed());
    EXPECT_EQ(outcome.cause(), "trap");
    EXPECT_EQ(outcome.at(), 100);
    EXPECT_EQ(outcome.exit_code(), 0);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(Outcome, OfAPartIsOneOfTheWhole) {
  Outcome whole;
  std::vector<TimePs> ends;
  whole.end_run_by([&ends](TimePs at) { ends.push_back(at); });
  std::string failure;
  whole.before_failure([&failure](const std::string& cause) { failure = cause; });
  Outcome one(&whole);
  Outcome other(&whole);
  one.fail("watchdog", 100);
  EXPECT_EQ(failure, "watchdog");
  EXPECT_TRUE(whole.failed());
  EXPECT_EQ(whole.cause(), "watchdog");
  EXPECT_TRUE(one == whole);
  EXPECT_FALSE(other.ended());
  other.exit(3, 120);
  EXPECT_TRUE(other.ended());
  EXPECT_FALSE(other == whole);
  EXPECT_EQ(whole.at(), 100);
  EXPECT_EQ(ends, std::vector<TimePs>{100});
}

TEST(Outcome, OfAPartThatRecoversEndsNothing) {
  Outcome whole;
  bool told = false;
  whole.before_failure([&told](const std::string&) { told = true; });
  Outcome part(&whole);
  std::vector<std::pair<std::string, TimePs>> asked;
  bool recovers = true;
  part.recover_by([&](const std::string& cause, TimePs at) {
    asked.emplace_back(cause, at);
    return recovers;
  });
  part.fail("watchdog", 100);
  part.exit(3, 120);
  EXPECT_FALSE(part.ended());
  EXPECT_FALSE(whole.ended());
  EXPECT_FALSE(told);
  EXPECT_EQ(asked, (std::vector<std::pair<std::string, TimePs>>{{"watchdog", 100},
                                                                {"exit status 3", 120}}));
  part.exit(0, 130);
  EXPECT_TRUE(whole.ended()) << "what ends well is no failure";
  EXPECT_EQ(asked.size(), 2U);
  recovers = false;
  part.fail("trap", 110);
  EXPECT_EQ(whole.cause(), "trap");
}

TEST(Outcome, EndsTheRunAnewWhereItTurnsOutToBeEarlier) {
  Outcome outcome;
  std::vector<TimePs> ends;
  outcome.end_run_by([&ends](TimePs at) { ends.push_back(at); });
  for (const TimePs at : {100, 100, 120, 80}) {
    outcome.exit(0, at);
  }
  EXPECT_EQ(ends, (std::vector<TimePs>{100, 80}));
}

}  // namespace
}  // namespace docsis_vp::platform::outcome_test
