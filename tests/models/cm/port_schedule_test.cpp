#include "models/cm/queue_memory/port_schedule.h"

#include <gtest/gtest.h>

#include "platform/base/errors.h"
#include "platform/base/random.h"

namespace docsis_vp::cm::port_schedule_test {
namespace {

// 8 bytes at 50 %: 4 bytes in a cycle.
PortConfig alternating() {
  return {8, 500, true};
}
PortConfig exclusive() {
  return {8, 500, false};
}

TEST(PortSchedule, CyclesRoundUp) {
  PortSchedule port({8, 600, false});  // 4.8 bytes in a cycle
  EXPECT_EQ(port.read_cycles(0), 0U);
  EXPECT_EQ(port.read_cycles(1), 1U);
  EXPECT_EQ(port.read_cycles(48), 10U);
  EXPECT_EQ(port.read_cycles(49), 11U);
  EXPECT_EQ(port.write_cycles(1500), 313U);
}

TEST(PortSchedule, AReadTakesEverySecondBeatWhenWritesAlternate) {
  PortSchedule port(alternating());
  EXPECT_EQ(port.read_cycles(400), 200U);
  EXPECT_EQ(port.write_cycles(400), 100U);
}

TEST(PortSchedule, ReadsFollowOneAnotherAndFillGapsThatAreLongEnough) {
  PortSchedule port(exclusive());
  port.reserve_read(1000, 400);                 // 1000..1100
  EXPECT_EQ(port.find_read(1050, 400), 1100U);  // behind it
  EXPECT_EQ(port.find_read(900, 400), 900U);    // exactly fits before it
  EXPECT_EQ(port.find_read(901, 400), 1100U);   // does not
  port.reserve_read(1100, 400);                 // 1100..1200
  port.reserve_read(1500, 400);
  EXPECT_EQ(port.find_read(1150, 1200), 1200U);  // 300 cycles: the gap 1200..1500
  EXPECT_EQ(port.find_read(1150, 1204), 1600U);
}

TEST(PortSchedule, WritesQueueBehindOneAnother) {
  PortSchedule port(exclusive());
  EXPECT_EQ(port.write(100, 400), 200U);
  EXPECT_EQ(port.write(150, 400), 300U);
  EXPECT_EQ(port.write(1000, 4), 1001U);
}

TEST(PortSchedule, AWriteWaitsForAReadThatTakesEveryBeat) {
  PortSchedule port(exclusive());
  port.reserve_read(100, 400);           // 100..200
  EXPECT_EQ(port.write(50, 400), 250U);  // 50 cycles before, 50 after
  EXPECT_EQ(port.find_read(210, 4), 250U);
}

TEST(PortSchedule, AWriteGoesAtHalfSpeedBesideAnAlternatingRead) {
  PortSchedule port(alternating());
  port.reserve_read(100, 400);            // 100..300
  EXPECT_EQ(port.write(100, 200), 200U);  // 50 beats, every second one
  EXPECT_EQ(port.write(200, 400), 350U);  // 50 beats until 300, then 50 at full speed
}

TEST(PortSchedule, NeverPromisesABeatTwice) {
  for (const bool alternate : {false, true}) {
    PortSchedule port({8, 1000, alternate});
    RandomStream random(1, "port");
    std::uint64_t now = 0;
    std::uint64_t moved = 0;
    std::uint64_t last_end = 0;
    for (int i = 0; i < 20000; ++i) {
      now += random.below(80);
      const std::uint64_t bytes = 8 * (1 + random.below(60));
      if (random.below(2) == 0) {
        last_end = std::max(last_end, port.write(now, bytes));
      } else {
        const std::uint64_t start = port.find_read(now, bytes);
        ASSERT_GE(start, now);
        port.reserve_read(start, bytes);
        last_end = std::max(last_end, start + port.read_cycles(bytes));
      }
      moved += bytes;
      ASSERT_LE(moved, last_end * 8);
    }
  }
}

TEST(PortSchedule, RefusesNonsense) {
  EXPECT_THROW(PortSchedule({0, 600, true}), ConfigError);
  EXPECT_THROW(PortSchedule({8, 0, true}), ConfigError);
  EXPECT_THROW(PortSchedule({8, 1001, true}), ConfigError);
}

}  // namespace
}  // namespace docsis_vp::cm::port_schedule_test
