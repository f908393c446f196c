// Tests that pass, and tests that are there to fail: isolation_test runs these on purpose, to see
// what a failure prints and leaves. They are disabled so that the suite passes for who just runs
// it.
#include <csignal>

#include "testing/lookup.h"
#include "testing/matchers.h"
#include "testing/system_test.h"

namespace docsis_vp::testing::sample_suite {
namespace {

constexpr const char* kScenario = R"({
  "duration_s": 0.3, "stats": {"warmup_s": 0.1},
  "modems": [{"name": "cm0"}],
  "service_flows": [
    {"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 10},
    {"name": "ds0", "modem": "cm0", "direction": "downstream", "max_sustained_rate_mbps": 50}],
  "flows": [{"name": "call", "kind": "voip", "modem": "cm0"},
            {"name": "load", "modem": "cm0", "rate_mbps": 4}]
})";

using Sample = SystemTest;

TEST_F(Sample, Passes) {
  build_text(kScenario);
  run();
  EXPECT_THAT(flow(results(), "call"), DelayPercentileBelow(99, 20_ms));
  EXPECT_THAT(results(), NoGrantMissed());
  EXPECT_THAT(system(), Conserves());
}

TEST_F(Sample, PassesAfterAnotherElaboration) {
  build_text(kScenario, {{}, {"flows.load.rate_mbps=2"}});
  EXPECT_TRUE(
      run_until([this] { return service_flow(results(), "us0").sent.packets > 10; }, 200_ms));
  EXPECT_LT(sc_core::sc_time_stamp(), 100_ms);
}

TEST_F(Sample, GivesUpInTime) {
  build_text(kScenario);
  EXPECT_FALSE(run_until([] { return false; }, 20_ms));
  EXPECT_EQ(sc_core::sc_time_stamp(), 20_ms);
}

TEST_F(Sample, DISABLED_Fails) {
  build_text(kScenario);
  run();
  EXPECT_THAT(flow(results(), "call"), DelayPercentileBelow(99, 1_us));
}

TEST_F(Sample, DISABLED_BuildsTwice) {
  build_text(kScenario);
  build_text(kScenario);
}

TEST_F(Sample, DISABLED_HasABadScenario) {
  build_text(R"({"duration_s": -1})");
}

TEST_F(Sample, DISABLED_EndsItsProcess) {
  std::raise(SIGKILL);
}

TEST_F(Sample, DISABLED_EndsInAnError) {
  std::string scenario = kScenario;
  scenario.insert(scenario.rfind('}'), R"(, "events": [
    {"time_s": 0.1, "kind": "flip_bit", "modem": "cm0", "register": "pc", "bit": 30}])");
  build_text(scenario,
             {{}, {"modems.cm0.control_law=firmware", "service_flows.us0.aqm=docsis_pie"}});
  run();
}

}  // namespace
}  // namespace docsis_vp::testing::sample_suite
