// A second task on the control CPU: what it takes, and what its critical sections do to others.
#include <gtest/gtest.h>

#include "platform/base/errors.h"
#include "system/scenario/load.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::background_load_test {
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

JsonNode run(const std::string& text) {
  return run_results(ScenarioFile(text).path());
}

double utilization(const std::string& text) {
  return number(run(text), "cpus.0.utilization");
}

double worst_interrupt_us(const Load& load) {
  return number(run(scenario(load)), "cpus.0.interrupt_latency_us.max");
}

const std::string kDropInFirmware = R"("drop": "firmware", )";

TEST(BackgroundLoad, AddsItsShareToWhatTheLawTakes) {
  const double law = utilization(scenario({}));
  const double verdicts = utilization(scenario({}, kDropInFirmware));
  for (const double share : {0.1, 0.5, 0.95}) {
    EXPECT_NEAR(utilization(scenario({share})), law + share, 0.02);
  }
  EXPECT_GT(verdicts, 0.005);
  EXPECT_NEAR(utilization(scenario({0.6}, kDropInFirmware)), verdicts + 0.6, 0.02);
}

TEST(BackgroundLoad, TakesTheSameTimeOnEveryCore) {
  for (const char* core : {R"("profile": "ibex-maxperf", )", R"("memory_wait_states": 3, )",
                           R"("profile": "ideal", )"}) {
    std::string text = scenario({0.4});
    text.insert(text.find(R"("background_load")"), core);
    EXPECT_NEAR(utilization(text), 0.4, 0.02) << core;
  }
}

TEST(BackgroundLoad, IsPreemptedOutsideItsCriticalSection) {
  const double alone = worst_interrupt_us({});
  const double beside = worst_interrupt_us({0.8});
  EXPECT_LT(beside, alone + 5) << "a timer interrupt may be under way";
  for (const unsigned section_us : {300U, 2'000U}) {
    const double behind = worst_interrupt_us({0.6, 4'111, section_us});
    EXPECT_NEAR(behind - beside, section_us, 80) << "125 ticks meet it";
    EXPECT_LT(behind, beside + section_us + 5);
  }
}

TEST(BackgroundLoad, CriticalSectionsDelayVerdicts) {
  const JsonNode without = run(scenario({0.3}, kDropInFirmware));
  const JsonNode with = run(scenario({0.3, 4'111, 1'000}, kDropInFirmware));
  const auto later_by = [&](const char* statistic) {
    const std::string key = std::string("placements.0.decision_latency_us.") + statistic;
    return number(with, key) - number(without, key);
  };
  EXPECT_NEAR(later_by("max"), 1'000, 60);
  // 1000 packets in 4111 find the section, and have half of it to wait.
  EXPECT_NEAR(later_by("mean"), 1'000.0 / 4'111 * 500, 30);
  EXPECT_NEAR(later_by("p50"), 0, 5);
}

TEST(BackgroundLoad, ASectionBeyondTheTickMissesUpdates) {
  const auto missed = [](unsigned section_us) {
    return number(run(scenario({0.5, 60'000, section_us})), "service_flows.0.missed_updates");
  };
  EXPECT_EQ(missed(15'000), 0);
  // 33 sections, of which half hold two ticks.
  EXPECT_NEAR(missed(24'000), 17, 5);
}

TEST(BackgroundLoad, NoneChangesNothing) {
  const auto measured = [](const Load& load) {
    const std::string text = run_text(ScenarioFile(scenario(load, kDropInFirmware, 0.5)).path());
    return text.substr(0, text.find("\"config\""));
  };
  EXPECT_EQ(measured({0, 500'000}), measured({}));
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

// Each CPU runs ahead of the others: instruction by instruction it would take a minute.
TEST(BackgroundLoad, OfSeveralModemsHangsOnNoQuantum) {
  const auto results = [](double quantum_us) {
    return run(R"({"duration_s": 0.3,
      "modems": [
        {"name": "cm", "count": 2, "control_law": "firmware", "drop": "firmware",
         "cpu": {"quantum_us": )" +
               std::to_string(quantum_us) +
               R"(, "background_load": {"utilization": 0.9, "period_us": 700}}},
        {"name": "other", "control_law": "firmware", "plant_delay_us": 0,
         "cpu": {"clock_mhz": 133, "background_load": {"utilization": 0.6, "critical_section_us": 20}}}],
      "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 10},
                        {"name": "os", "modem": "other", "max_sustained_rate_mbps": 10}],
      "flows": [{"name": "f", "modem": "cm0", "packet_bytes": 1000, "rate_mbps": 12},
                {"name": "g", "modem": "cm1", "packet_bytes": 500, "rate_mbps": 9},
                {"name": "h", "modem": "other", "packet_bytes": 700, "rate_mbps": 11}]})");
  };
  const JsonNode close = results(0.3);
  const JsonNode far = results(300);
  for (const char* cpu : {"cpus.0.", "cpus.1.", "cpus.2."}) {
    for (const char* counter : {"instructions", "utilization", "interrupt_latency_us.max"}) {
      EXPECT_EQ(number(close, std::string(cpu) + counter), number(far, std::string(cpu) + counter))
          << cpu << counter;
    }
    EXPECT_GT(number(far, std::string(cpu) + "instructions"), 1e7) << cpu;
  }
}

}  // namespace
}  // namespace docsis_vp::system::background_load_test
