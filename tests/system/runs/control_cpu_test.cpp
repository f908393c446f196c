// The control CPU as a scenario describes it: every key is bounded, and every key has its effect.
#include <gtest/gtest.h>

#include "platform/base/errors.h"
#include "system/scenario/read/load.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::control_cpu_test {
namespace {

const std::string kRun = "scenarios/quickstart.json --duration 2";

JsonNode run_with(const std::string& settings) {
  return run_results(kRun + settings);
}

double busy_cycles(const std::string& settings) {
  return number(run_with(settings), "cpus.0.cycles_busy");
}

struct Bound {
  const char* key;
  const char* inside;
  const char* outside;
};

class CpuKeys : public testing::TestWithParam<Bound> {};

TEST_P(CpuKeys, AreBounded) {
  const auto load = [](const std::string& value) {
    load_scenario("scenarios/quickstart.json",
                  {"", {std::string("modems.cm0.cpu.") + GetParam().key + "=" + value}});
  };
  EXPECT_NO_THROW(load(GetParam().inside));
  EXPECT_THROW(load(GetParam().outside), InputError);
}

INSTANTIATE_TEST_SUITE_P(Bounds, CpuKeys,
                         testing::Values(Bound{"clock_mhz", "50", "49.9"},
                                         Bound{"clock_mhz", "1000", "1000.1"},
                                         Bound{"profile", "ibex-maxperf", "ibex-tiny"},
                                         Bound{"memory_wait_states", "0", "-1"},
                                         Bound{"memory_wait_states", "1000", "1001"},
                                         Bound{"register_wait_states", "0", "-1"},
                                         Bound{"register_wait_states", "1000", "1001"}));

TEST(ControlCpu, EveryKeyHasItsEffect) {
  const double usual = busy_cycles("");
  EXPECT_LT(busy_cycles(" --set modems.cm0.cpu.profile=ibex-maxperf"), 0.9 * usual);
  EXPECT_GT(busy_cycles(" --set modems.cm0.cpu.memory_wait_states=1"), 1.2 * usual);
  EXPECT_GT(busy_cycles(" --set modems.cm0.cpu.register_wait_states=10"), 1.2 * usual);
}

TEST(ControlCpu, IsAsBusyAsItsClockIsSlow) {
  const auto run_at = [](const char* mhz) {
    return run_with(std::string(" --set modems.cm0.cpu.clock_mhz=") + mhz);
  };
  const JsonNode slow = run_at("50");
  const JsonNode fast = run_at("1000");
  EXPECT_EQ(number(slow, "cpus.0.clock_hz"), 50e6);
  EXPECT_EQ(number(fast, "cpus.0.clock_hz"), 1e9);
  EXPECT_EQ(number(slow, "cpus.0.cycles_busy"), number(fast, "cpus.0.cycles_busy"));
  EXPECT_NEAR(number(slow, "cpus.0.utilization"), 20 * number(fast, "cpus.0.utilization"),
              0.02 * number(slow, "cpus.0.utilization"));
  EXPECT_GT(number(slow, "cpus.0.interrupt_latency_us.max"),
            10 * number(fast, "cpus.0.interrupt_latency_us.max"));
  EXPECT_NEAR(number(slow, "service_flows.0.update_latency_us.mean"),
              20 * number(fast, "service_flows.0.update_latency_us.mean"), 0.2);
}

}  // namespace
}  // namespace docsis_vp::system::control_cpu_test
