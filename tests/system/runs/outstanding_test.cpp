// The outstanding requests of a saturated flow return to their range after a loss.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "system/assembly/system.h"

namespace docsis_vp::system::outstanding_test {
namespace {

struct Range {
  std::uint64_t low = UINT64_MAX;
  std::uint64_t high = 0;
};

Range outstanding(System& system, double seconds) {
  Range range;
  for (int i = 0; i < static_cast<int>(seconds * 4000); ++i) {
    system.run_for(sc_core::sc_time(250, sc_core::SC_US));
    const std::uint64_t bytes = system.modem(0).requests().ledger(0).outstanding();
    range.low = std::min(range.low, bytes);
    range.high = std::max(range.high, bytes);
  }
  return range;
}

// The scenario's faults strike at 5 and 6 s.
void expect_return(const std::string& name) {
  System system(load_scenario("scenarios/recovery-" + name + ".json"));
  system.run_for(sc_core::sc_time(1, sc_core::SC_SEC));
  const Range normal = outstanding(system, 3.5);
  system.run_for(sc_core::sc_time(1.5, sc_core::SC_SEC));  // 6 s: the last one strikes
  // Two loops of at most 8 ms, and the MAP that the fault waits for.
  system.run_for(sc_core::sc_time(18, sc_core::SC_MS));
  const Range after = outstanding(system, 3);
  EXPECT_GE(after.low, normal.low);
  EXPECT_LE(after.high, normal.high + normal.high / 10);
}

TEST(Outstanding, ReturnsAfterLostMaps) {
  expect_return("lost-maps");
}
TEST(Outstanding, ReturnsAfterMissedGrants) {
  expect_return("missed-grants");
}

}  // namespace
}  // namespace docsis_vp::system::outstanding_test
