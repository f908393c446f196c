// Modems that boot with aggregate service flows from a configuration file.
#include <gmock/gmock.h>

#include <fstream>
#include <string>

#include "models/docsis/config_file/config_file.h"
#include "platform/base/errors.h"
#include "system/assembly/configure/configure_aqm.h"
#include "system/assembly/system.h"
#include "system/config_file/config_json.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::provisioned_aggregate_run_test {
namespace {

using ::testing::HasSubstr;

constexpr const char* kFile = R"({"network_access": 1,
  "upstream_service_flows": [
    {"reference": 1, "service_class_name": "c", "aggregate_reference": 1,
     "aqm": {"latency_target_ms": 8}},
    {"reference": 2, "service_class_name": "l", "aggregate_reference": 1,
     "aqm": {"immediate_max_threshold_us": 1500}}],
  "downstream_service_flows": [
    {"reference": 3, "service_class_name": "dc", "aggregate_reference": 1},
    {"reference": 4, "service_class_name": "dl", "aggregate_reference": 1}],
  "upstream_aggregate_service_flows": [
    {"reference": 1, "qos_profile_name": "up", "max_sustained_rate_bps": 20000000,
     "low_latency": {"service_flow_reference": 2, "scheduling_weight": 200}}],
  "downstream_aggregate_service_flows": [
    {"reference": 1, "qos_profile_name": "down", "max_sustained_rate_bps": 30000000,
     "low_latency": {"service_flow_reference": 4, "queue_protection": 0}}]%})";

constexpr const char* kScenario = R"("aggregate_service_flows": [
    {"name": "up", "modem": "cm", "amsr_mbps": 20, "classic_service_flow": "c",
     "low_latency_service_flow": "l",
     "aqm": {"target_ms": 8, "max_threshold_us": 1500, "weight": 200}},
    {"name": "down", "modem": "cm", "direction": "downstream", "amsr_mbps": 30,
     "classic_service_flow": "dc", "low_latency_service_flow": "dl",
     "aqm": {"queue_protection": false}}],
  "service_flows": [{"name": "c", "modem": "cm"}, {"name": "l", "modem": "cm"},
    {"name": "dc", "modem": "cm", "direction": "downstream"},
    {"name": "dl", "modem": "cm", "direction": "downstream"}])";

constexpr const char* kTraffic = R"("flows": [
    {"name": "game", "modem": "cm", "kind": "game", "ecn": "ect1"},
    {"name": "p", "modem": "cm", "kind": "tcp", "congestion_control": "prague", "rtt_ms": 10},
    {"name": "q", "modem": "cm", "kind": "tcp", "rtt_ms": 10},
    {"name": "flood", "modem": "cm", "rate_mbps": 20, "ecn": "ect1", "direction": "downstream"},
    {"name": "load", "modem": "cm", "rate_mbps": 20, "direction": "downstream"}])";

std::string written(const std::string& name, const std::string& more = "") {
  std::string json = kFile;
  json.replace(json.find('%'), 1, more);
  const std::string path = ::testing::TempDir() + name;
  const auto octets = docsis::write_config_file(config_from_json(parse_json(json, "x")), {});
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(octets.data()),
             static_cast<std::streamsize>(octets.size()));
  return path;
}

std::string scenario(const std::string& modem_keys, const std::string& services) {
  return R"({"duration_s": 2, "stats": {"warmup_s": 0}, "rf": {"profile": "docsis31"},
    "modems": [{"name": "cm")" +
         modem_keys + "}], " + services + ", " + kTraffic + "}";
}

std::string from_file(const std::string& path, const std::string& modem_keys = "") {
  return scenario(R"(, "config_file": ")" + path + "\"" + modem_keys, "\"service_flows\": []");
}

// The file says what the scenario says: equal results.
TEST(ProvisionedAggregates, RunAsThoseOfAScenario) {
  const ScenarioFile booted(from_file(written("run.cfg")));
  const ScenarioFile plain(scenario("", kScenario));
  const JsonNode of_file = run_results(booted.path());
  const JsonNode of_scenario = run_results(plain.path());
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string flow = "service_flows." + std::to_string(i) + ".";
    for (const char* key : {"offered_packets", "sent_bytes", "aqm_drops", "aqm_marks"}) {
      EXPECT_EQ(number(of_file, flow + key), number(of_scenario, flow + key)) << flow << key;
    }
  }
  for (const char* aggregate : {"aggregate_service_flows.0.", "aggregate_service_flows.1."}) {
    for (const char* key : {"sent_bytes", "redirected_packets", "coupled_probability_mean"}) {
      EXPECT_EQ(number(of_file, std::string(aggregate) + key),
                number(of_scenario, std::string(aggregate) + key))
          << aggregate << key;
    }
    EXPECT_GT(number(of_file, std::string(aggregate) + "utilization"), 0.85);
  }
  EXPECT_GT(number(of_file, "service_flows.1.sent_mbps"), 1);
  EXPECT_GT(number(of_file, "service_flows.3.sent_mbps"), 5);
}

TEST(ProvisionedAggregates, AreHeldToTheLimitsOfTheModem) {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      const LoadedScenario loaded = load_scenario_text(text, "test");
      check_laws(loaded);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  const std::string path = written("limits.cfg");
  EXPECT_EQ(refusal(from_file(path)), "");
  EXPECT_THAT(
      refusal(from_file(path, R"(, "control_law": "firmware", "drop": "firmware")")),
      HasSubstr("modems[0].config_file: the aggregate \"up\" judges packets in hardware, but "
                "the drop of modem \"cm\" is firmware"));
  EXPECT_THAT(refusal(from_file(path, R"(, "queue_memory": {"descriptor_cache": 64})")),
              HasSubstr("the aggregate \"up\" needs all descriptors on die, but the modem \"cm\" "
                        "has a queue_memory.descriptor_cache"));
  std::string both = from_file(path);
  both.replace(
      both.find("\"service_flows\": []"), 19,
      R"("service_flows": [{"name": "down", "modem": "cm", "max_sustained_rate_mbps": 2}])");
  EXPECT_THAT(refusal(both), HasSubstr("the modem \"cm\" has a service flow \"down\" already"));
  std::string one_queue = from_file(path);
  one_queue.replace(one_queue.find("\"profile\""), 9, "\"downstream_queue\": {}, \"profile\"");
  EXPECT_THAT(refusal(one_queue), HasSubstr("the aggregate \"down\" goes downstream, which "
                                            "rf.downstream_queue excludes"));
}

}  // namespace
}  // namespace docsis_vp::system::provisioned_aggregate_run_test
