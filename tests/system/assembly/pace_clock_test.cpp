#include <gtest/gtest.h>

#include "system/assembly/instruments/pace.h"

namespace docsis_vp::system::pace_clock_test {
namespace {

using std::chrono::milliseconds;
using HostTime = PaceClock::HostClock::time_point;

const HostTime kStart = HostTime() + std::chrono::hours(5);

TEST(PaceClock, HoldsSimulatedTimeToItsRate) {
  PaceClock clock(0.5);
  EXPECT_EQ(clock.due(0, kStart), kStart);
  EXPECT_EQ(clock.due(3 * kPsPerMs, kStart + milliseconds(1)), kStart + milliseconds(6));
  EXPECT_EQ(clock.due(10 * kPsPerMs, kStart + milliseconds(6)), kStart + milliseconds(20));
}

TEST(PaceClock, ASmallDelayIsMadeUpFor) {
  PaceClock clock(1);
  clock.due(0, kStart);
  const HostTime late = kStart + milliseconds(1) + PaceClock::kMostLag;
  EXPECT_EQ(clock.due(kPsPerMs, late), kStart + milliseconds(1));
  EXPECT_EQ(clock.due(200 * kPsPerMs, late), kStart + milliseconds(200));
}

// As after a breakpoint: the run goes on at its rate instead of racing after the host.
TEST(PaceClock, ALongDelayStartsTheScheduleAnew) {
  PaceClock clock(2);
  clock.due(0, kStart);
  const HostTime later = kStart + std::chrono::seconds(60);
  EXPECT_EQ(clock.due(kPsPerMs, later), later);
  EXPECT_EQ(clock.due(11 * kPsPerMs, later), later + milliseconds(5));
}

}  // namespace
}  // namespace docsis_vp::system::pace_clock_test
