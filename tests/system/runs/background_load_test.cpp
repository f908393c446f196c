// A second task on the control CPU: what it takes, and what its critical sections do to others.
#include <gtest/gtest.h>

#include "platform/base/errors.h"
#include "system/assembly/system.h"
#include "system/scenario/load.h"

namespace docsis_vp::system {
namespace {

struct Load {
  double utilization = 0;
  unsigned period_us = 4'111;  // meets the tick of 16 ms in all phases
  unsigned critical_section_us = 0;
};

std::string scenario(const Load& load, const std::string& modem = "", double duration_s = 2) {
  return R"({"duration_s": )" + std::to_string(duration_s) + R"(,
    "modems": [{"name": "cm0", "control_law": "firmware", )" +
         modem + R"("cpu": {"clock_mhz": 50, "background_load": {"utilization": )" +
         std::to_string(load.utilization) + R"(, "period_us": )" + std::to_string(load.period_us) +
         R"(, "critical_section_us": )" + std::to_string(load.critical_section_us) + R"(}}}],
    "service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 10}],
    "flows": [{"name": "f", "modem": "cm0", "packet_bytes": 1000, "rate_mbps": 12,
               "jitter_percent": 50}]})";
}

Results run(const std::string& text) {
  System system(load_scenario_text(text, "test"));
  system.run();
  Results results = system.results();
  EXPECT_FALSE(results.error) << *results.error;
  return results;
}

const std::string kDropInFirmware = R"("drop": "firmware", )";

TEST(BackgroundLoad, AddsItsShareToWhatTheLawTakes) {
  const double law = run(scenario({})).cpus[0].utilization;
  const double verdicts = run(scenario({}, kDropInFirmware)).cpus[0].utilization;
  for (const double share : {0.1, 0.5, 0.95}) {
    EXPECT_NEAR(run(scenario({share})).cpus[0].utilization, law + share, 0.02);
  }
  EXPECT_GT(verdicts, 0.005);
  EXPECT_NEAR(run(scenario({0.6}, kDropInFirmware)).cpus[0].utilization, verdicts + 0.6, 0.02);
}

TEST(BackgroundLoad, TakesTheSameTimeOnEveryCore) {
  for (const char* core : {R"("profile": "ibex-maxperf", )", R"("memory_wait_states": 3, )",
                           R"("profile": "ideal", )"}) {
    std::string text = scenario({0.4});
    text.insert(text.find(R"("background_load")"), core);
    EXPECT_NEAR(run(text).cpus[0].utilization, 0.4, 0.02) << core;
  }
}

TEST(BackgroundLoad, IsPreemptedOutsideItsCriticalSection) {
  const double alone = *run(scenario({})).cpus[0].interrupt_latency_us.max;
  const double beside = *run(scenario({0.8})).cpus[0].interrupt_latency_us.max;
  EXPECT_LT(beside, alone + 5) << "a timer interrupt may be under way";
  for (const unsigned section_us : {300, 2'000}) {
    const double behind = *run(scenario({0.6, 4'111, section_us})).cpus[0].interrupt_latency_us.max;
    EXPECT_NEAR(behind - beside, section_us, 40) << "ticks meet it every 33 us";
    EXPECT_LT(behind, beside + section_us + 5);
  }
}

TEST(BackgroundLoad, CriticalSectionsDelayVerdicts) {
  const auto latency = [](unsigned section_us) {
    return run(scenario({0.3, 4'111, section_us}, kDropInFirmware))
        .placements[0]
        .decisions->latency_us;
  };
  const Spread without = latency(0);
  const Spread with = latency(1'000);
  EXPECT_NEAR(*with.max - *without.max, 1'000, 60);
  // A packet in 4.111 finds the section, and has half of it to wait.
  EXPECT_NEAR(*with.mean - *without.mean, 1'000.0 / 4'111 * 500, 30);
  EXPECT_NEAR(*with.p50, *without.p50, 5);
}

TEST(BackgroundLoad, ASectionBeyondTheTickMissesUpdates) {
  EXPECT_EQ(run(scenario({0.5, 60'000, 10'000})).service_flows[0].missed_updates, 0U);
  const std::uint64_t missed = run(scenario({0.5, 60'000, 24'000})).service_flows[0].missed_updates;
  // Every third of a second and 60 ms: at least half of the sections hold two ticks.
  EXPECT_GE(missed, 14U);
  EXPECT_LE(missed, 34U);
}

TEST(BackgroundLoad, NoneChangesNothing) {
  Results with = run(scenario({0, 500'000, 0}, kDropInFirmware, 0.5));
  Results without = run(scenario({}, kDropInFirmware, 0.5));
  for (Results* results : {&with, &without}) {
    results->config = "{}";
    results->cpu_s = 0;
    results->wall_s = 0;
  }
  EXPECT_EQ(with.json(), without.json());
}

TEST(BackgroundLoad, IsRefusedWhereItCannotBe) {
  const auto error_of = [](const std::string& text) {
    try {
      load_scenario_text(text, "test");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_NE(error_of(scenario({0.96})).find("0.95"), std::string::npos);
  EXPECT_NE(error_of(scenario({0.1, 1'000, 101}))
                .find("critical_section_us: expected no more than the work of a period, 100 us"),
            std::string::npos);
  std::string zero = scenario({0.1});
  zero.insert(zero.find(R"("background_load")"), R"("profile": "zero", )");
  EXPECT_NE(error_of(zero).find("never busy"), std::string::npos);
}

}  // namespace
}  // namespace docsis_vp::system
