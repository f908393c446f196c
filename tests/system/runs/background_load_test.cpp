// A background task on the control CPU: its CPU time, and the effect of its critical sections.
#include <gtest/gtest.h>

#include "platform/base/errors.h"
#include "system/scenario/read/load.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::background_load_test {
namespace {

struct Load {
  double utilization = 0;
  unsigned period_us = 4'111;
  unsigned critical_section_us = 0;
  std::string timing{};  // further keys of the load
};

std::string scenario(const Load& load, const std::string& modem = "", double duration_s = 2) {
  return R"({"duration_s": )" + std::to_string(duration_s) + R"(,
    "modems": [{"name": "cm0", "control_law": "firmware", )" +
         modem + R"("cpu": {"clock_mhz": 50, "background_load": {"utilization": )" +
         std::to_string(load.utilization) + R"(, "period_us": )" + std::to_string(load.period_us) +
         R"(, "critical_section_us": )" + std::to_string(load.critical_section_us) + load.timing +
         R"(}}}],
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
  EXPECT_LT(beside, alone + 12) << "the law's own handler may be under way";
  for (const unsigned section_us : {300U, 2'000U}) {
    const double behind = worst_interrupt_us({0.6, 4'111, section_us, R"(, "jitter_percent": 0)"});
    EXPECT_NEAR(behind - beside, section_us, 80) << "125 ticks meet it at even distances";
    EXPECT_LT(behind, beside + section_us + 5);
  }
}

// A tick waits for the rest of a critical section: at most the whole section, whatever the two
// periods.
TEST(BackgroundLoad, MeetsTheTickAtEveryPhase) {
  for (const unsigned period_us : {8'000U, 10'000U, 16'000U, 20'000U, 20'011U, 32'000U}) {
    const double worst_us =
        number(run(scenario({0.2, period_us, 1'000}, "", 20)), "cpus.0.interrupt_latency_us.max");
    EXPECT_GT(worst_us, 920) << period_us << " us";
    EXPECT_LT(worst_us, 1'005) << period_us << " us";
  }
}

TEST(BackgroundLoad, WithoutJitterMeetsItAtAsManyPhasesAsThePeriodsHave) {
  const auto worst_us = [](unsigned period_us, unsigned phase_us) {
    const std::string timing = R"(, "jitter_percent": 0, "phase_us": )" + std::to_string(phase_us);
    return number(run(scenario({0.2, period_us, 1'000, timing})),
                  "cpus.0.interrupt_latency_us.max");
  };
  // 16 ms and 20 ms: the tick comes 0, 4, 8, 12 or 16 ms into a period. So moving the load by 4 ms
  // changes nothing, and one of four phases 1 ms apart finds the section.
  unsigned found = 0;
  for (const unsigned phase_us : {0U, 1'000U, 2'000U, 3'000U}) {
    const double here_us = worst_us(20'000, phase_us);
    EXPECT_NEAR(worst_us(20'000, phase_us + 4'000), here_us, 1) << phase_us;
    found += here_us > 5 ? 1 : 0;
  }
  EXPECT_EQ(found, 1);
}

TEST(BackgroundLoad, StartsAtThePhaseItIsGiven) {
  const auto busy_us = [](const std::string& timing) {
    const std::string text = scenario({0.5, 100'000, 0, timing}, "", 0.05);
    return number(run(text), "cpus.0.utilization") * 50'000;
  };
  const double without_us = number(run(scenario({}, "", 0.05)), "cpus.0.utilization") * 50'000;
  for (const unsigned phase_us : {0U, 10'000U, 40'000U}) {
    EXPECT_NEAR(busy_us(R"(, "phase_us": )" + std::to_string(phase_us)) - without_us,
                50'000 - phase_us, 300)
        << "but for what the firmware does before";
  }
}

TEST(BackgroundLoad, DrawsPhaseAndIntervalsFromTheSeed) {
  const auto instructions = [](const std::string& seed) {
    std::string text = scenario({0.5, 30'000}, "", 0.5);
    text.insert(1, R"("seed": )" + seed + ", ");
    return number(run(text), "cpus.0.instructions");
  };
  EXPECT_EQ(instructions("1"), instructions("1"));
  EXPECT_NE(instructions("1"), instructions("2"));
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
  EXPECT_NE(error_of(scenario({0.1, 1'000, 0, R"(, "phase_us": 1000)"}))
                .find("phase_us: expected less than the period, 1000 us"),
            std::string::npos);
  EXPECT_NE(error_of(scenario({0.1, 1'000, 0, R"(, "jitter_percent": 101)"})).find("100"),
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
