// The law of aggregate service flows in placement B: firmware computes its periodic parts, gates
// judge the packets.
#include <gmock/gmock.h>

#include <string>

#include "platform/base/errors.h"
#include "system/scenario/read/load.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::coupled_placement_test {
namespace {

using ::testing::HasSubstr;

const std::string kFirmwareLaw = " --set modems.cm0.control_law=firmware";
const std::string kNoTime = kFirmwareLaw + " --set modems.cm0.cpu.profile=zero";

JsonNode run_lld(const std::string& arguments) {
  return run_results("scenarios/lld/" + arguments + " --set stats.warmup_s=0");
}

std::string digest(const JsonNode& results, unsigned service_flow) {
  return *results.find("service_flows")->elements[service_flow].find_string("drop_digest");
}

double figure(const JsonNode& results, const std::string& path) {
  return number(results, path);
}

// Updates and alignments, marks, drops, redirects and proactive grants.
TEST(CoupledPlacement, DecidesAsGatesDoIfFirmwareTakesNoTime) {
  for (const std::string run :
       {"prague-beside-cubic.json --duration 6",
        "prague-beside-cubic.json --duration 4 --case four", "attacker.json --duration 3",
        "gaming-beside-uploads.json --duration 4 --case proactive"}) {
    const JsonNode gates = run_lld(run);
    const JsonNode firmware = run_lld(run + kNoTime);
    for (unsigned flow = 0; flow < 2; ++flow) {
      EXPECT_EQ(digest(gates, flow), digest(firmware, flow)) << run << ", service flow " << flow;
    }
    for (const char* key : {"aqm_marks", "aqm_drops", "coupled_probability_mean",
                            "drop_probability_at_end", "sent_mbps"}) {
      const std::string path = std::string("aggregate_service_flows.0.") + key;
      EXPECT_EQ(figure(gates, path), figure(firmware, path)) << run << ", " << key;
    }
    EXPECT_GT(figure(firmware, "service_flows.0.commits"), 180) << run;
    EXPECT_EQ(figure(firmware, "service_flows.0.missed_updates"), 0) << run;
    EXPECT_EQ(figure(gates, "service_flows.0.commits"), 0) << run;
  }
}

// On a core that takes time each result comes later, within the interval, and traffic changes by
// little.
TEST(CoupledPlacement, CommitsEveryUpdateInTimeOnASmallCore) {
  const std::string run = "prague-beside-cubic.json --duration 6";
  const JsonNode gates = run_lld(run);
  const JsonNode firmware = run_lld(run + kFirmwareLaw);
  EXPECT_EQ(figure(firmware, "service_flows.0.commits"), 375);  // 6 s of 16 ms
  EXPECT_EQ(figure(firmware, "service_flows.0.missed_updates"), 0);
  EXPECT_GT(figure(firmware, "service_flows.0.update_latency_us.p50"), 5);
  EXPECT_LT(figure(firmware, "service_flows.0.update_latency_us.max"), 30);
  EXPECT_LT(figure(firmware, "cpus.0.utilization"), 0.01);
  EXPECT_NEAR(figure(firmware, "aggregate_service_flows.0.coupled_probability_mean"),
              figure(gates, "aggregate_service_flows.0.coupled_probability_mean"), 0.02);
}

TEST(CoupledPlacement, TheQuantumChangesNothing) {
  const auto digests = [](const std::string& quantum) {
    const JsonNode results = run_lld("prague-beside-cubic.json --duration 3" + kFirmwareLaw +
                                     " --set modems.cm0.cpu.quantum_us=" + quantum);
    return digest(results, 0) + digest(results, 1) +
           std::to_string(figure(results, "aggregate_service_flows.0.coupled_probability_mean")) +
           std::to_string(figure(results, "cpus.0.interrupts.0.mean_cycles"));
  };
  const std::string reference = digests("1");
  for (const char* quantum : {"0.1", "100", "10000"}) {
    EXPECT_EQ(digests(quantum), reference) << quantum;
  }
}

std::string refusal_of(const std::string& modem, const std::string& more_flows) {
  const std::string home = R"({"duration_s": 1, "rf": {"profile": "docsis31"},
    "modems": [{"name": "cm", "control_law": "firmware")" +
                           modem + R"(}],
    "service_flows": [{"name": "c", "modem": "cm"}, {"name": "l", "modem": "cm"})" +
                           more_flows + R"(],
    "aggregate_service_flows": [{"name": "home", "modem": "cm", "amsr_mbps": 50,
      "classic_service_flow": "c", "low_latency_service_flow": "l"}]})";
  try {
    check_firmware(load_scenario_text(home, "x"));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// Service flows with a law of their own.
std::string flows_with(const std::string& law, int count) {
  std::string flows;
  for (int i = 0; i < count; ++i) {
    flows += R"(, {"name": "f)" + std::to_string(i) + R"(", "modem": "cm",
      "max_sustained_rate_mbps": 2, "aqm": {"algorithm": ")" +
             law + R"("}})";
  }
  return flows;
}

TEST(CoupledPlacement, RefusesAnImageWithoutTheLaw) {
  EXPECT_THAT(refusal_of(R"(, "firmware": "mixed")", ""),
              HasSubstr("modems[0].firmware: the firmware mixed computes every law of the "
                        "registry, but the aggregate service flow home has dual_queue: expected "
                        "dual_queue or mixed_dual_queue"));
}

TEST(CoupledPlacement, RefusesALawBeyondTheFlowsOfAnImage) {
  EXPECT_EQ(refusal_of("", flows_with("docsis_pie", 46)), "");
  EXPECT_EQ(refusal_of("", flows_with("pie", 30)), "");
  EXPECT_THAT(refusal_of("", flows_with("pie", 31)),
              HasSubstr("modems[0].firmware: the firmware mixed_dual_queue manages the first 32 "
                        "service flows of a modem, but f30 with pie is number 33"));
}

// The registers have a second word for service flows beyond 32.
TEST(CoupledPlacement, ManagesTheServiceFlowsOfTheSecondWord) {
  std::string flows;
  for (const char* n : {"0", "31", "45"}) {
    flows += std::string(flows.empty() ? "" : ", ") + R"({"name": "t)" + n +
             R"(", "modem": "cm", "rate_mbps": 4, "service_flow": "f)" + n + "\"}";
  }
  const ScenarioFile file(R"({"duration_s": 3, "stats": {"warmup_s": 0},
    "rf": {"profile": "docsis31"}, "modems": [{"name": "cm"}],
    "service_flows": [{"name": "c", "modem": "cm"}, {"name": "l", "modem": "cm"})" +
                          flows_with("docsis_pie", 46) + R"(],
    "aggregate_service_flows": [{"name": "home", "modem": "cm", "amsr_mbps": 50,
      "classic_service_flow": "c", "low_latency_service_flow": "l"}], "flows": [)" +
                          flows + "]}");
  const std::string no_time =
      " --set modems.cm.control_law=firmware "
      "--set modems.cm.cpu.profile=zero";
  const JsonNode gates = run_results(file.path());
  const JsonNode firmware = run_results(file.path() + no_time);
  for (const unsigned flow : {2U, 33U, 47U}) {
    EXPECT_EQ(digest(gates, flow), digest(firmware, flow)) << flow;
    const std::string key = "service_flows." + std::to_string(flow);
    EXPECT_GT(figure(firmware, key + ".aqm_drops"), 10) << flow;
    EXPECT_EQ(figure(firmware, key + ".commits"), 187) << flow;
    EXPECT_EQ(figure(firmware, key + ".missed_updates"), 0) << flow;
  }
}

// An image of its own computes the coupled law beside every other one; it is the default here.
TEST(CoupledPlacement, OneImageHasEveryLaw) {
  const ScenarioFile file(R"({"duration_s": 3, "stats": {"warmup_s": 0},
    "rf": {"profile": "docsis31"}, "modems": [{"name": "cm"}],
    "service_flows": [{"name": "c", "modem": "cm"}, {"name": "l", "modem": "cm"},
      {"name": "p", "modem": "cm", "max_sustained_rate_mbps": 5, "aqm": {"algorithm": "pie"}},
      {"name": "d", "modem": "cm", "max_sustained_rate_mbps": 5, "aqm": {"algorithm": "docsis_pie"}}],
    "aggregate_service_flows": [{"name": "home", "modem": "cm", "amsr_mbps": 20,
      "classic_service_flow": "c", "low_latency_service_flow": "l"}],
    "flows": [{"name": "cubic", "kind": "tcp", "modem": "cm", "rtt_ms": 20},
      {"name": "prague", "kind": "tcp", "modem": "cm", "rtt_ms": 20, "congestion_control": "prague"},
      {"name": "tp", "modem": "cm", "rate_mbps": 8, "service_flow": "p"},
      {"name": "td", "modem": "cm", "rate_mbps": 8, "service_flow": "d"}]})");
  const std::string no_time =
      " --set modems.cm.control_law=firmware "
      "--set modems.cm.cpu.profile=zero";
  const JsonNode gates = run_results(file.path());
  const JsonNode firmware = run_results(file.path() + no_time);
  for (unsigned flow = 0; flow < 4; ++flow) {
    EXPECT_EQ(digest(gates, flow), digest(firmware, flow)) << flow;
    const double commits = figure(firmware, "service_flows." + std::to_string(flow) + ".commits");
    if (flow == 1) {
      EXPECT_EQ(commits, 0);  // the aggregate's are those of its Classic service flow
    } else {
      EXPECT_GT(commits, 180) << flow;
    }
  }
  EXPECT_GT(figure(firmware, "service_flows.2.aqm_drops"), 10);
}

// Without a law of the tick, the tick must be served too: else its interrupt never ends.
TEST(CoupledPlacement, TheTickEndsInAnImageWithEveryLawToo) {
  const JsonNode results = run_results(
      "scenarios/lld/prague-beside-cubic.json --duration 1 --set stats.warmup_s=0 "
      "--set modems.cm0.control_law=firmware --set modems.cm0.firmware=mixed_dual_queue");
  EXPECT_LT(figure(results, "cpus.0.interrupts.0.served"), 2'200);  // 2000 alignments, 62 ticks
  EXPECT_GT(figure(results, "cpus.0.interrupts.0.served"), 2'000);
}

}  // namespace
}  // namespace docsis_vp::system::coupled_placement_test
