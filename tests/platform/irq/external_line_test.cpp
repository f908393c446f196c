// When changes of an interrupt line come through.
#include "platform/irq/external_line.h"

#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform::external_line_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The level, when it was said to change, and when the change came.
struct Change {
  bool level;
  TimePs at;
  TimePs came;
  bool operator==(const Change& other) const {
    return level == other.level && at == other.at && came == other.came;
  }
};

struct ExternalLine : ::testing::Test {
  std::vector<Change> changes;
  InterruptLine line = external_line("mine", [this](bool level, TimePs at) {
    changes.push_back({level, at, kernel_ps()});
  });
};

TEST_F(ExternalLine, PassesThePresentOnAtOnceAlsoBeforeTheStart) {
  line(true, 0);
  EXPECT_THAT(changes, ElementsAre(Change{true, 0, 0}));
  sc_core::sc_start(to_sc_time(100));
  line(false, 100);
  EXPECT_THAT(changes, ElementsAre(Change{true, 0, 0}, Change{false, 100, 100}));
}

TEST_F(ExternalLine, KeepsLaterChangesUntilTheirTimeInTheirOrder) {
  line(true, 300);
  line(false, 200);
  line(true, 200);
  line(false, 400);
  EXPECT_THAT(changes, IsEmpty());
  sc_core::sc_start(to_sc_time(250));
  EXPECT_THAT(changes, ElementsAre(Change{false, 200, 200}, Change{true, 200, 200}));
  changes.clear();
  line(false, 250);
  sc_core::sc_start(to_sc_time(250));
  EXPECT_THAT(changes, ElementsAre(Change{false, 250, 250}, Change{true, 300, 300},
                                   Change{false, 400, 400}));
}

TEST_F(ExternalLine, RefusesAPastTime) {
  sc_core::sc_start(to_sc_time(1'000'000));
  try {
    line(true, 999'999);
    ADD_FAILURE();
  } catch (const sc_core::sc_report& report) {
    EXPECT_THAT(report.what(), HasSubstr("mine: interrupt raised for 999999 ps: expected a time "
                                         "from the present on, which is 1 us"));
  }
  EXPECT_THAT(changes, IsEmpty());
}

TEST(EmptyExternalLine, LeadsNowhere) {
  const InterruptLine line = external_line("mine", {});
  line(true, 0);
  line(false, 100);
  sc_core::sc_start(to_sc_time(200));
  EXPECT_TRUE(static_cast<bool>(line));
}

}  // namespace
}  // namespace docsis_vp::platform::external_line_test
