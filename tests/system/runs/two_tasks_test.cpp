// The law above a background load: as a task of fw/kernel, and above a shell.
#include <gtest/gtest.h>

#include "tests/system/runs/run.h"

namespace docsis_vp::system::two_tasks_test {
namespace {

// cpu: its keys.
std::string scenario(const std::string& firmware, const std::string& cpu,
                     const std::string& modem = "") {
  return R"({"duration_s": 3,
    "modems": [{"name": "cm0", "control_law": "firmware", "firmware": ")" +
         firmware + "\", " + modem + R"("cpu": {)" + cpu + R"(}}],
    "service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 10},
                      {"name": "us1", "modem": "cm0", "max_sustained_rate_mbps": 4}],
    "flows": [{"name": "f", "modem": "cm0", "packet_bytes": 1000, "rate_mbps": 12,
               "jitter_percent": 50},
              {"name": "g", "modem": "cm0", "packet_bytes": 300, "rate_mbps": 5,
               "service_flow": "us1", "jitter_percent": 50}]})";
}

JsonNode run(const std::string& text) {
  return run_results(ScenarioFile(text).path());
}

std::string load(const std::string& utilization) {
  return R"("clock_mhz": 50, "background_load": {"period_us": 4111, "utilization": )" +
         utilization + "}";
}

TEST(TwoTasks, TheLawComputesWhatItComputesWithoutAKernel) {
  for (const char* modem : {"", R"("drop": "firmware", )"}) {
    const JsonNode bare = run(scenario("docsis_pie", R"("profile": "zero")", modem));
    const JsonNode tasks = run(scenario("two_tasks", R"("profile": "zero")", modem));
    EXPECT_GT(number(bare, "service_flows.0.aqm_drops"), 300);
    for (const char* flow : {"0", "1"}) {
      for (const char* key : {"sent_packets", "aqm_drops", "queue_delay_ms.mean",
                              "queue_delay_ms.p99", "queue_delay_ms.max"}) {
        const std::string path = std::string("service_flows.") + flow + "." + key;
        EXPECT_EQ(number(tasks, path), number(bare, path)) << path;
      }
    }
  }
}

TEST(TwoTasks, TheBackgroundTaskTakesItsShareAndTheLawMissesNothing) {
  const double alone = number(run(scenario("two_tasks", load("0"))), "cpus.0.utilization");
  for (const char* share : {"0.3", "0.9"}) {
    const JsonNode results = run(scenario("two_tasks", load(share)));
    EXPECT_NEAR(number(results, "cpus.0.utilization"), alone + std::stod(share), 0.03);
    EXPECT_EQ(number(results, "service_flows.0.missed_updates"), 0);
    EXPECT_EQ(number(results, "service_flows.1.missed_updates"), 0);
    EXPECT_LT(number(results, "cpus.0.interrupt_latency_us.max"), 10);
  }
}

TEST(TwoTasks, VerdictsPreemptTheBackgroundTask) {
  const std::string modem = R"("drop": "firmware", )";
  const JsonNode alone = run(scenario("two_tasks", load("0"), modem));
  const JsonNode beside = run(scenario("two_tasks", load("0.8"), modem));
  const std::string latency = "placements.0.decision_latency_us.p99";
  EXPECT_NEAR(number(beside, latency), number(alone, latency), 10)
      << "the background task's work is 3289 us long";
}

TEST(Shell, DoesTheBackgroundLoadBelowTheLaw) {
  const double alone = number(run(scenario("shell", load("0"))), "cpus.0.utilization");
  const JsonNode beside = run(scenario("shell", load("0.5")));
  EXPECT_NEAR(number(beside, "cpus.0.utilization"), alone + 0.5, 0.03);
  EXPECT_EQ(number(beside, "service_flows.0.missed_updates"), 0);
}

}  // namespace
}  // namespace docsis_vp::system::two_tasks_test
