#include "platform/timer/watchdog.h"

#include <gmock/gmock.h>

#include <utility>
#include <vector>

#include "platform/timer/watchdog_registers.h"
#include "tests/platform/support/test_master.h"

namespace docsis_vp::platform::watchdog_test {
namespace {

using namespace watchdog_registers;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

class WatchdogTest : public ::testing::Test {
 protected:
  WatchdogTest()
      : watchdog(
            "watchdog",
            [this](bool level, TimePs at) {
              warnings.push_back({level, at});
            },
            outcome),
        master("master") {
    master.socket.bind(watchdog.registers.socket);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  void load(std::uint32_t warning_us, std::uint32_t timeout_us) {
    master.write(kWarningOffset, warning_us);
    master.write(kTimeoutOffset, timeout_us);
  }

  std::vector<std::pair<bool, TimePs>> warnings;
  Outcome outcome;
  Watchdog watchdog;
  TestMaster master;
};

TEST_F(WatchdogTest, SleepsUntilEnabled) {
  load(1, 2);
  run_to(kPsPerSecond);
  EXPECT_FALSE(outcome.ended());
  EXPECT_THAT(warnings, IsEmpty());
}

TEST_F(WatchdogTest, AResetPutsItToSleep) {
  load(30, 100);
  master.write(kControlOffset, kControlEnableMask);
  run_to(40 * kPsPerUs);
  watchdog.reset(now_ps());
  run_to(kPsPerSecond);
  EXPECT_FALSE(outcome.ended());
  EXPECT_THAT(warnings, ElementsAre(Pair(true, 30 * kPsPerUs), Pair(false, 40 * kPsPerUs)));
  EXPECT_EQ(master.read(kTimeoutOffset).value, kTimeoutReset);
  EXPECT_EQ(master.read(kControlOffset).value, 0U);
}

TEST_F(WatchdogTest, StartsAtATimeThatIsYetToComeAsFirmwareWouldStartIt) {
  watchdog.start(100, 50 * kPsPerUs);
  EXPECT_EQ(master.read(kControlOffset).value, kControlEnableMask);
  run_to(kPsPerSecond);
  EXPECT_TRUE(outcome.failed());
  EXPECT_EQ(outcome.at(), 150 * kPsPerUs);
  EXPECT_FALSE(watchdog.is_timing_out());
}

TEST_F(WatchdogTest, RemembersWhyTheCpuStartedThroughResets) {
  EXPECT_EQ(master.read(kResetCauseOffset).value, kResetCauseValuePowerOn);
  EXPECT_EQ(master.read(kResetsOffset).value, 0U);
  const struct {
    ResetCause cause;
    unsigned slot;
    std::uint32_t failures;
    std::uint32_t slot_register;
  } starts[] = {
      {ResetCause::kWatchdog, 0, 1, 0},
      {ResetCause::kExternal, 0, 1, 0},  // no failure, and no proof of the contrary
      {ResetCause::kFault, 0, 2, 0},
      {ResetCause::kWatchdog, 1, 0, 1 | kSlotFallbackMask},
      {ResetCause::kWatchdog, 1, 1, 1 | kSlotFallbackMask},
      {ResetCause::kUpdate, 0, 0, 0},
      {ResetCause::kFault, 0, 1, 0},
      {ResetCause::kUpdate, 0, 0, 0},  // in place of itself, where there is one slot
  };
  std::uint32_t resets = 0;
  for (const auto& start : starts) {
    watchdog.reset(now_ps());
    watchdog.note_reset(start.cause, start.slot);
    ++resets;
    EXPECT_EQ(master.read(kResetCauseOffset).value, static_cast<std::uint32_t>(start.cause));
    EXPECT_EQ(master.read(kResetsOffset).value, resets);
    EXPECT_EQ(master.read(kBootFailuresOffset).value, start.failures) << resets;
    EXPECT_EQ(master.read(kSlotOffset).value, start.slot_register) << resets;
  }
}

TEST_F(WatchdogTest, OnlyTheKeyConfirmsAnImage) {
  watchdog.note_reset(ResetCause::kWatchdog, 0);
  master.write(kConfirmOffset, kConfirmKey + 1);
  EXPECT_EQ(master.read(kBootFailuresOffset).value, 1U);
  EXPECT_EQ(master.read(kConfirmOffset).value, 0U);
  master.write(kConfirmOffset, kConfirmKey);
  EXPECT_EQ(master.read(kBootFailuresOffset).value, 0U);
  EXPECT_EQ(master.read(kResetCauseOffset).value, kResetCauseValueWatchdog);
}

TEST_F(WatchdogTest, WarnsThenEndsTheRunToThePicosecond) {
  load(30, 100);
  run_to(1000);
  master.write(kControlOffset, kControlEnableMask, 7);
  run_to(1007 + 100 * kPsPerUs - 1);
  EXPECT_THAT(warnings, ElementsAre(Pair(true, 1007 + 30 * kPsPerUs)));
  EXPECT_FALSE(outcome.ended());
  sc_core::sc_start(to_sc_time(kPsPerUs));
  EXPECT_TRUE(outcome.failed());
  EXPECT_EQ(outcome.at(), 1007 + 100 * kPsPerUs);
  EXPECT_EQ(outcome.cause(), "watchdog: firmware did not kick the watchdog for 100 us");
}

TEST_F(WatchdogTest, AKickWithTheKeyTakesTheWarningBackAndStartsAgain) {
  load(30, 100);
  master.write(kControlOffset, kControlEnableMask);
  run_to(50 * kPsPerUs);
  EXPECT_EQ(master.read(kStatusOffset).value, kStatusWarningMask);
  master.write(kKickOffset, kKickKey, 11);
  EXPECT_EQ(master.read(kStatusOffset).value, 0U);
  run_to(149 * kPsPerUs);
  EXPECT_FALSE(outcome.ended());
  EXPECT_THAT(warnings, ElementsAre(Pair(true, 30 * kPsPerUs), Pair(false, 50 * kPsPerUs + 11),
                                    Pair(true, 80 * kPsPerUs + 11)));
  sc_core::sc_start(to_sc_time(2 * kPsPerUs));
  EXPECT_EQ(outcome.at(), 150 * kPsPerUs + 11);
}

TEST_F(WatchdogTest, AnyOtherValueIsNoKick) {
  load(UINT32_MAX, 100);
  master.write(kControlOffset, kControlEnableMask);
  run_to(90 * kPsPerUs);
  master.write(kKickOffset, kKickKey + 1);
  master.write(kKickOffset, 1);
  sc_core::sc_start(to_sc_time(20 * kPsPerUs));
  EXPECT_EQ(outcome.at(), 100 * kPsPerUs);
  EXPECT_THAT(warnings, IsEmpty());
}

TEST_F(WatchdogTest, FirmwareCannotSwitchItOffNorStretchTheTimeThatRuns) {
  load(UINT32_MAX, 100);
  master.write(kControlOffset, kControlEnableMask);
  run_to(10 * kPsPerUs);
  master.write(kControlOffset, 0);
  EXPECT_EQ(master.read(kControlOffset).value, kControlEnableMask);
  master.write(kTimeoutOffset, 5000);
  master.write(kControlOffset, kControlEnableMask);  // enabling again is no kick
  sc_core::sc_start(to_sc_time(kPsPerMs));
  EXPECT_EQ(outcome.at(), 100 * kPsPerUs);
}

TEST_F(WatchdogTest, ShowsTheTimeLeftRoundedUp) {
  load(UINT32_MAX, 100);
  EXPECT_EQ(master.read(kRemainingOffset).value, 100U);
  master.write(kControlOffset, kControlEnableMask);
  run_to(40 * kPsPerUs);
  EXPECT_EQ(master.read(kRemainingOffset).value, 60U);
  EXPECT_EQ(master.read(kRemainingOffset, 1).value, 60U);
  EXPECT_EQ(master.read(kRemainingOffset, kPsPerUs).value, 59U);
}

TEST_F(WatchdogTest, ATimeoutOfZeroEndsTheRunAtOnce) {
  load(0, 0);
  run_to(77);
  master.write(kControlOffset, kControlEnableMask, 3);
  EXPECT_TRUE(outcome.failed());
  EXPECT_EQ(outcome.at(), 80);
}

}  // namespace
}  // namespace docsis_vp::platform::watchdog_test
