#include "platform/timer/clint.h"

#include <gmock/gmock.h>

#include <stdexcept>

#include "platform/timer/clint_registers.h"
#include "tests/platform/support/hart_log.h"
#include "tests/platform/support/test_master.h"

namespace docsis_vp::platform::clint_test {
namespace {

using namespace clint_registers;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Change = HartLog::Change;

constexpr auto kTimer = HartInterrupt::kTimer;

class ClintTest : public ::testing::Test {
 protected:
  ClintTest() : clint("clint", hart), master("master") {
    master.socket.bind(clint.registers.socket);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  void set_compare(std::uint64_t us, TimePs ahead = 0) {
    master.write(kMtimecmpHighOffset, static_cast<std::uint32_t>(us >> 32), ahead);
    master.write(kMtimecmpLowOffset, static_cast<std::uint32_t>(us), ahead);
  }

  HartLog hart;
  Clint clint;
  TestMaster master;
};

TEST_F(ClintTest, IsSilentAfterReset) {
  run_to(100 * kPsPerSecond);
  EXPECT_THAT(hart.changes, IsEmpty());
  EXPECT_EQ(master.read(kMtimecmpLowOffset).value, UINT32_MAX);
  EXPECT_EQ(master.read(kMtimecmpHighOffset).value, UINT32_MAX);
}

TEST_F(ClintTest, RaisesAtTheInstantTimeReachesTheCompareValue) {
  run_to(300);
  set_compare(7, 500);  // the master is 500 ps ahead: nothing of it may shift the instant
  run_to(7 * kPsPerUs - 1);
  EXPECT_THAT(hart.changes, IsEmpty());
  run_to(7 * kPsPerUs);
  EXPECT_THAT(hart.changes, ElementsAre(Change{7 * kPsPerUs, kTimer, true}));
}

TEST_F(ClintTest, RaisesAtOnceForATimeThatHasPassedAndFallsWhenItIsLifted) {
  run_to(9 * kPsPerUs + 1);
  set_compare(9, 20);
  set_compare(15, 70);
  run_to(20 * kPsPerUs);
  EXPECT_THAT(hart.changes, ElementsAre(Change{9 * kPsPerUs + 21, kTimer, true},
                                        Change{9 * kPsPerUs + 71, kTimer, false},
                                        Change{15 * kPsPerUs, kTimer, true}));
}

TEST_F(ClintTest, ForgetsAComparePutOffWhilePending) {
  set_compare(5);
  run_to(4 * kPsPerUs);
  set_compare(8);
  run_to(6 * kPsPerUs);
  set_compare(7);
  run_to(30 * kPsPerUs);
  EXPECT_THAT(hart.changes, ElementsAre(Change{7 * kPsPerUs, kTimer, true}));
}

TEST_F(ClintTest, StaysHighWhenTheCompareMovesWithinThePast) {
  set_compare(2);
  run_to(10 * kPsPerUs);
  set_compare(4);
  EXPECT_THAT(hart.changes, ElementsAre(Change{2 * kPsPerUs, kTimer, true}));
}

TEST_F(ClintTest, ReadsTimeAtTheInstantOfTheAccess) {
  run_to(41'999'999);
  EXPECT_EQ(master.read(kMtimeLowOffset).value, 41U);
  EXPECT_EQ(master.read(kMtimeLowOffset, 1).value, 42U);
  EXPECT_EQ(clint.now_us(41'999'999), 41U);
  EXPECT_EQ(clint.now_us(42'000'000), 42U);
}

TEST_F(ClintTest, LatchesTheHighWordOfTimeOnReadingTheLowOne) {
  master.write(kMtimeHighOffset, 6);
  master.write(kMtimeLowOffset, UINT32_MAX);
  EXPECT_EQ(master.read(kMtimeLowOffset).value, UINT32_MAX);
  run_to(kPsPerUs);
  EXPECT_EQ(master.read(kMtimeHighOffset).value, 6U);
  EXPECT_EQ(master.peek(kMtimeLowOffset), 0U);
  EXPECT_EQ(master.read(kMtimeHighOffset).value, 6U) << "looking must not latch";
  EXPECT_EQ(master.read(kMtimeLowOffset).value, 0U);
  EXPECT_EQ(master.read(kMtimeHighOffset).value, 7U);
}

TEST_F(ClintTest, AWrittenTimeMovesTheComparison) {
  set_compare(1000);
  run_to(2 * kPsPerUs + 250);
  master.write(kMtimeLowOffset, 990);
  run_to(50 * kPsPerUs);
  // 990 at 2.00025 us keeps the phase of the microseconds: 1000 is reached at 12 us.
  EXPECT_THAT(hart.changes, ElementsAre(Change{12 * kPsPerUs, kTimer, true}));
  EXPECT_EQ(clint.now_us(now_ps()), 1038U);
}

TEST_F(ClintTest, TimeSetBackTakesTheInterruptBack) {
  set_compare(3);
  run_to(5 * kPsPerUs);
  master.write(kMtimeLowOffset, 0);
  run_to(20 * kPsPerUs);
  EXPECT_THAT(hart.changes,
              ElementsAre(Change{3 * kPsPerUs, kTimer, true}, Change{5 * kPsPerUs, kTimer, false},
                          Change{8 * kPsPerUs, kTimer, true}));
}

TEST_F(ClintTest, SoftwareInterruptFollowsItsBit) {
  run_to(100);
  master.write(kMsipOffset, UINT32_MAX, 5);
  EXPECT_EQ(master.read(kMsipOffset).value, 1U);
  master.write(kMsipOffset, 2, 9);
  EXPECT_EQ(master.read(kMsipOffset).value, 0U);
  EXPECT_THAT(hart.changes, ElementsAre(Change{105, HartInterrupt::kSoftware, true},
                                        Change{109, HartInterrupt::kSoftware, false}));
}

// Offsets of the RISC-V Advanced Core Local Interruptor specification: msip at 4 n, mtimecmp at
// 0x4000 + 8 n.
TEST(ClintOfSeveralHarts, ServesEachAtItsOwnRegisters) {
  HartLog harts[3];
  Clint clint("clint", InterruptSinks{harts[0], harts[1], harts[2]});
  TestMaster master("master");
  master.socket.bind(clint.registers.socket);
  run_to(100);
  const auto set_compare = [&master](unsigned hart, std::uint32_t us) {
    master.write(0x4000 + 8 * hart, us);
    master.write(0x4004 + 8 * hart, 0);
  };
  set_compare(2, 5);
  set_compare(0, 9);
  set_compare(1, 7);
  master.write(4 * 2, 1, 3);
  EXPECT_EQ(master.read(0).value, 0U);
  EXPECT_EQ(master.read(8).value, 1U);
  EXPECT_NE(master.read(12).status, tlm::TLM_OK_RESPONSE) << "there is no hart 3";
  EXPECT_NE(master.read(0x4000 + 8 * 3).status, tlm::TLM_OK_RESPONSE);
  run_to(6 * kPsPerUs);
  set_compare(1, 8);  // put off
  run_to(20 * kPsPerUs);
  EXPECT_THAT(harts[0].changes, ElementsAre(Change{9 * kPsPerUs, kTimer, true}));
  EXPECT_THAT(harts[1].changes, ElementsAre(Change{8 * kPsPerUs, kTimer, true}));
  EXPECT_THAT(harts[2].changes, ElementsAre(Change{103, HartInterrupt::kSoftware, true},
                                            Change{5 * kPsPerUs, kTimer, true}));
  // All share mtime.
  master.write(kMtimeLowOffset, 6);
  EXPECT_FALSE(harts[0].changes.back().level);
  EXPECT_FALSE(harts[1].changes.back().level);
  EXPECT_TRUE(harts[2].changes.back().level);
  clint.reset(now_ps());
  EXPECT_FALSE(harts[2].changes.back().level);
  EXPECT_EQ(master.read(0x4000 + 8 * 2).value, UINT32_MAX);
  EXPECT_EQ(master.read(8).value, 0U);
}

TEST(ClintOfSeveralHarts, ServesAtLeastOneAndAsManyAsItsLayoutHolds) {
  HartLog hart;
  EXPECT_THROW(Clint("none", InterruptSinks{}), std::invalid_argument);
  EXPECT_THROW(Clint("many", InterruptSinks(Clint::kMaxHarts + 1, hart)), std::invalid_argument);
}

}  // namespace
}  // namespace docsis_vp::platform::clint_test
