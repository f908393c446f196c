// External effects of ticks that are computed late.
#include <gtest/gtest.h>

#include <utility>

#include "platform/kernel/kernel_time.h"
#include "system/assembly/system.h"

namespace docsis_vp::system::late_ticks_test {
namespace {

constexpr TimePs kTick = 16 * kPsPerMs;

LoadedScenario overload() {
  return load_scenario_text(
      R"({"duration_s": 10,
        "modems": [{"name": "cm0", "control_law": "hardware"}],
        "service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 5}],
        "flows": [{"name": "udp", "kind": "udp", "modem": "cm0", "rate_mbps": 6}]})",
      "x.json");
}

void run_to(System& system, TimePs time) {
  system.run_for(platform::to_sc_time(time - platform::now_ps()));
}

std::uint64_t updates_in(const System& system) {
  return system.results().service_flows.at(0).update_latency_us.count;
}

// An event due at the end of a run belongs to the next run.
TEST(LateTicks, ATickAsTheRunEndsBelongsToTheNextStretch) {
  System system(overload());
  const TimePs phase = std::as_const(system).modem(0).config().tick_phase;
  run_to(system, phase + 60 * kTick);
  EXPECT_EQ(updates_in(system), 60U);
  run_to(system, phase + 60 * kTick + 1);
  EXPECT_EQ(updates_in(system), 61U);
}

TEST(LateTicks, AConstSystemShowsAModemAsOfNow) {
  System system(overload());
  const TimePs phase = std::as_const(system).modem(0).config().tick_phase;
  for (unsigned ticks = 1; ticks < 40; ++ticks) {
    run_to(system, phase + ticks * kTick - 1);
    ASSERT_EQ(std::as_const(system).modem(0).aqm().computed_flow(0).counters().updates, ticks);
  }
}

}  // namespace
}  // namespace docsis_vp::system::late_ticks_test
