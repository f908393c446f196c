// Tests that observe firmware and inject faults into it.
#include "testing/lookup.h"
#include "testing/matchers.h"
#include "testing/system_test.h"

using namespace docsis_vp::testing;  // NOLINT(google-build-using-namespace)

namespace {

const std::string kQuickstart = SCENARIOS "/quickstart.json";

using Firmware = SystemTest;

// The law's state of service flow 0 changes with each tick, every 16 ms while there is traffic.
TEST_F(Firmware, UpdatesItsLaw) {
  build(kQuickstart);
  run_for(5_s);
  const auto before = system().firmware().word("states");
  EXPECT_TRUE(run_until([&] { return system().firmware().word("states") != before; }, 5_s));
}

TEST_F(Firmware, LeavesTheCpuToOthers) {
  build(kQuickstart);
  run_for(5_s);
  EXPECT_THAT(cpu(results(), "cm0"), BusyPercentBelow(1));
  EXPECT_THAT(service_flow(results(), "us0"), NoUpdateMissed());
}

// An invalid program counter ends the run with its address instead of hanging it.
TEST_F(Firmware, EndsTheRunWhenItIsLost) {
  foresee_error();
  build_text(R"({"extends": ")" + kQuickstart + R"(", "duration_s": 2, "events": [
    {"time_s": 1, "kind": "flip_bit", "modem": "cm0", "register": "pc", "bit": 30}]})");
  run();
  ASSERT_THAT(results(), ::testing::Not(EndsWell()));
  EXPECT_THAT(*results().error, ::testing::HasSubstr("pc 0x4"));
}

}  // namespace
