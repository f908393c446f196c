#include "platform/base/clock.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace docsis_vp::clock_test {
namespace {

TEST(Clock, EdgesOfAPeriodThatIsNoWholePicosecondDoNotDrift) {
  const Clock clock(300'000'000);
  EXPECT_EQ(clock.edge(0), 0);
  EXPECT_EQ(clock.edge(1), 3'333);
  EXPECT_EQ(clock.edge(2), 6'666);
  EXPECT_EQ(clock.edge(3), 10'000);
  EXPECT_EQ(clock.edge(300'000'000ULL * 3600), 3600 * kPsPerSecond);
}

TEST(Clock, CycleAtInvertsEdge) {
  for (const std::uint64_t hz :
       {1ULL, 7ULL, 10'240'000ULL, 300'000'000ULL, 333'333'333ULL, 1'000'000'000'000ULL}) {
    const Clock clock(hz);
    for (std::uint64_t cycle : {0ULL, 1ULL, 2ULL, 3ULL, 1'000'003ULL}) {
      const TimePs edge = clock.edge(cycle);
      EXPECT_EQ(clock.cycle_at(edge), cycle) << hz;
      EXPECT_EQ(clock.cycle_at_or_after(edge), cycle) << hz;
      EXPECT_EQ(clock.cycle_at_or_after(edge + 1), cycle + 1) << hz;
      if (clock.edge(cycle + 1) > edge + 1) {
        EXPECT_EQ(clock.cycle_at(edge + 1), cycle) << hz;
      }
    }
  }
}

TEST(Clock, AfterCountsFromTheNextEdge) {
  const Clock clock(250'000'000);
  EXPECT_EQ(clock.after(0, 10), 40'000);
  EXPECT_EQ(clock.after(1, 10), 44'000);
  EXPECT_EQ(clock.after(4'000, 0), 4'000);
}

TEST(Clock, RefusesAFrequencyItCannotCount) {
  EXPECT_THROW(Clock(0), std::invalid_argument);
  EXPECT_THROW(Clock(1'000'000'000'001), std::invalid_argument);
}

}  // namespace
}  // namespace docsis_vp::clock_test
