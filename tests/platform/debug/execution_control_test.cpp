#include "platform/debug/execution_control.h"

#include <gtest/gtest.h>

#include "tests/platform/debug/fake_target.h"

namespace docsis_vp::platform::testing::execution_control_test {
namespace {

using Kind = StopPointKind;
using Cause = Stop::Cause;

// Straight-line code: every instruction has four bytes.
class ExecutionControlTest : public ::testing::Test {
 protected:
  std::optional<Stop> arrive() { return control_.before(target_, target_.pc()); }
  std::optional<Stop> execute() {
    target_.pc() += 4;
    ++target_.completed;
    return arrive();
  }
  void interrupt(std::uint32_t handler) {
    target_.pc() = handler;
    ++target_.interrupts;
  }

  FakeTarget target_;
  ExecutionControl control_;
};

TEST_F(ExecutionControlTest, HoldsBeforeTheInstructionOfABreakpoint) {
  control_.set({Kind::kSoftwareBreakpoint, 0x88, 2});
  control_.run(target_, target_.pc());
  EXPECT_FALSE(arrive());
  EXPECT_FALSE(execute());
  const auto stop = execute();
  ASSERT_TRUE(stop);
  EXPECT_EQ(stop->cause, Cause::kStopPoint);
  EXPECT_EQ(stop->point.address, 0x88U);
}

// As after a jump to it, or a call of a function that has one.
TEST_F(ExecutionControlTest, HoldsAtABreakpointWhereExecutionResumes) {
  control_.set({Kind::kHardwareBreakpoint, 0x80, 4});
  control_.run(target_, 0x80);
  EXPECT_TRUE(arrive());
  control_.run(target_, 0x80);
  EXPECT_TRUE(arrive());
}

TEST_F(ExecutionControlTest, AStepLeavesABreakpointAndHoldsWhenItComesBack) {
  control_.set({Kind::kHardwareBreakpoint, 0x80, 4});
  control_.step(target_, 0x80, 0x80, 0x90);
  EXPECT_FALSE(arrive());
  EXPECT_FALSE(execute());
  target_.pc() = 0x80;
  ++target_.completed;
  const auto stop = arrive();
  ASSERT_TRUE(stop);
  EXPECT_EQ(stop->cause, Cause::kStopPoint);
}

TEST_F(ExecutionControlTest, NamesEachBreakpointOnce) {
  control_.set({Kind::kHardwareBreakpoint, 0x90, 4});
  control_.set({Kind::kSoftwareBreakpoint, 0x80, 2});
  control_.set({Kind::kSoftwareBreakpoint, 0x90, 2});
  control_.set({Kind::kWriteWatchpoint, 0x1000, 4});
  EXPECT_EQ(control_.breakpoints(), (std::vector<std::uint32_t>{0x80, 0x90}));
  control_.remove({Kind::kHardwareBreakpoint, 0x90, 4});
  EXPECT_EQ(control_.breakpoints(), (std::vector<std::uint32_t>{0x80, 0x90}));
  control_.clear();
  EXPECT_TRUE(control_.breakpoints().empty());
}

TEST_F(ExecutionControlTest, AWatchpointThatIsGoneHoldsNothing) {
  const StopPoint point{Kind::kWriteWatchpoint, 0x1000, 4};
  control_.set(point);
  control_.run(target_, target_.pc());
  target_.access = MemoryAccess{true, 0x1000, 4};
  EXPECT_FALSE(arrive());
  control_.remove(point);
  EXPECT_FALSE(execute());
}

TEST_F(ExecutionControlTest, StepsOneInstructionOrOutOfARange) {
  control_.step(target_, 0x80, 0, 0);
  EXPECT_FALSE(arrive());
  ASSERT_TRUE(execute());
  control_.step(target_, 0x84, 0x84, 0x8c);
  EXPECT_FALSE(arrive());
  EXPECT_FALSE(execute());
  const auto stop = execute();
  ASSERT_TRUE(stop);
  EXPECT_EQ(stop->cause, Cause::kStepped);
}

TEST_F(ExecutionControlTest, AnInterruptIsAStepToo) {
  control_.step(target_, 0x80, 0, 0);
  interrupt(0x400);
  EXPECT_TRUE(arrive());
}

struct WatchCase {
  Kind kind;
  MemoryAccess access;
  std::optional<std::uint32_t> told;
};

TEST_F(ExecutionControlTest, WatchpointsHoldAfterAnAccessThatTouchesThem) {
  const WatchCase cases[] = {
      {Kind::kWriteWatchpoint, {true, 0x1000, 4}, 0x1000},
      {Kind::kWriteWatchpoint, {false, 0x1000, 4}, {}},
      {Kind::kReadWatchpoint, {false, 0x1002, 1}, 0x1002},
      {Kind::kReadWatchpoint, {true, 0x1002, 1}, {}},
      {Kind::kAccessWatchpoint, {true, 0xffe, 4}, 0x1000},
      {Kind::kAccessWatchpoint, {false, 0x1004, 4}, {}},
      {Kind::kAccessWatchpoint, {false, 0xffc, 4}, {}},
  };
  for (const WatchCase& each : cases) {
    control_.clear();
    control_.set({each.kind, 0x1000, 4});
    control_.run(target_, target_.pc());
    target_.access = each.access;
    EXPECT_FALSE(arrive());
    target_.access.reset();
    const auto stop = execute();
    ASSERT_EQ(stop.has_value(), each.told.has_value()) << each.access.address;
    if (stop) {
      EXPECT_EQ(stop->point.address, *each.told);
      EXPECT_EQ(stop->point.kind, each.kind);
    }
  }
}

TEST_F(ExecutionControlTest, AnAccessThatAnInterruptPrecedesHoldsWhenItHappens) {
  control_.set({Kind::kWriteWatchpoint, 0x1000, 4});
  control_.run(target_, target_.pc());
  const MemoryAccess store{true, 0x1000, 4};
  target_.access = store;
  EXPECT_FALSE(arrive());
  interrupt(0x400);
  target_.access.reset();
  EXPECT_FALSE(arrive());
  EXPECT_FALSE(execute());
  target_.pc() = 0x80;
  ++target_.completed;
  target_.access = store;
  EXPECT_FALSE(arrive());
  EXPECT_TRUE(execute());
}

TEST_F(ExecutionControlTest, WatchesInstructionsOnlyWhereItMust) {
  const StopPoint point{Kind::kWriteWatchpoint, 0x1000, 4};
  EXPECT_FALSE(control_.watches_instructions());
  control_.set({Kind::kSoftwareBreakpoint, 0x80, 2});
  EXPECT_FALSE(control_.watches_instructions()) << "the processor knows where they are";
  control_.set(point);
  control_.set(point);
  EXPECT_TRUE(control_.watches_instructions());
  control_.remove(point);
  EXPECT_FALSE(control_.watches_instructions());
  control_.step(target_, 0x80, 0, 0);
  EXPECT_TRUE(control_.watches_instructions());
  control_.run(target_, 0x80);
  EXPECT_FALSE(control_.watches_instructions());
}

}  // namespace
}  // namespace docsis_vp::platform::testing::execution_control_test
