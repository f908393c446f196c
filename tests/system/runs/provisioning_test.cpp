// Modems that boot from a DOCSIS configuration file.
#include "system/scenario/provisioning/provisioning.h"

#include <gmock/gmock.h>

#include <fstream>

#include "system/assembly/system.h"
#include "system/config_file/config_json.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::provisioning_test {
namespace {

constexpr const char* kConfiguration = R"({
  "network_access": 1,
  "upstream_classifiers": [
    {"reference": 1, "service_flow_reference": 2, "priority": 9,
     "ipv4": {"tos_low_high_mask": [184, 184, 252], "protocol": 17}},
    {"reference": 2, "service_flow_reference": 2, "active": 0}],
  "upstream_service_flows": [
    {"reference": 1, "service_class_name": "data", "qos_set": 7, "max_sustained_rate_bps": 6000,
     "rate_unit": 1, "max_traffic_burst_bytes": 20000, "peak_traffic_rate_bps": 9000,
     "buffer_control": {"target_bytes": 90000}, "aqm": {"disable": 0, "latency_target_ms": 20}},
    {"reference": 2, "service_class_name": "voice", "qos_set": 7, "traffic_priority": 5,
     "max_sustained_rate_bps": 500000, "contention_window_eighths": 4, "request_multiplier": 16,
     "aqm": {"disable": 1}},
    {"reference": 3, "qos_set": 1, "max_sustained_rate_bps": 1000000}],
  "downstream_service_flows": [
    {"reference": 4, "qos_set": 7, "max_sustained_rate_bps": 30000000,
     "buffer_control": {"target_bytes": 60000}}]
})";

constexpr const char* kFlows = R"("flows": [
    {"name": "flood", "modem": "cm0", "rate_mbps": 9},
    {"name": "call", "modem": "cm0", "kind": "voip", "dscp": 46},
    {"name": "file", "modem": "cm0", "kind": "tcp", "direction": "downstream"}])";

class ConfigurationFile : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& json,
                    const std::optional<std::string>& secret = {}) {
    return write_octets(name,
                        docsis::write_config_file(config_from_json(parse_json(json, "x")), secret));
  }
  std::string write_octets(const std::string& name, const std::vector<std::uint8_t>& octets) {
    const std::string path = ::testing::TempDir() + name;
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(octets.data()),
               static_cast<std::streamsize>(octets.size()));
    return path;
  }
  static std::string scenario(const std::string& path, const std::string& rf = "") {
    return R"({"duration_s": 3, )" + rf + R"( "modems": [{"name": "cm0", "config_file": ")" + path +
           R"("}], "service_flows": [], )" + kFlows + "}";
  }
  static std::string error_of(const std::string& text) {
    try {
      load_scenario_text(text, "test");
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  }
};

// Only the configuration differs.
std::string measured(const Results& results) {
  const std::string text = without_host(results.json());
  return text.substr(0, text.find("\"config\""));
}

TEST_F(ConfigurationFile, RunsAsTheSameScenarioInJson) {
  const std::string path = write("round.cm", kConfiguration);
  std::ofstream(::testing::TempDir() + "round.json") << scenario(path);
  System booted(load_scenario_text(R"({"duration_s": 3, "modems": [{"name": "cm0"}],
    "service_flows": [
      {"name": "data", "modem": "cm0", "max_sustained_rate_mbps": 6, "peak_rate_mbps": 9,
       "max_burst_bytes": 20000, "buffer_bytes": 90000, "aqm": {"target_ms": 20}},
      {"name": "voice", "modem": "cm0", "max_sustained_rate_mbps": 0.5, "traffic_priority": 5,
       "contention_window_eighths": 4, "request_unit_bytes": 16, "aqm": "none"},
      {"name": "ds4", "modem": "cm0", "direction": "downstream", "max_sustained_rate_mbps": 30,
       "buffer_bytes": 60000}],
    "classifiers": [{"service_flow": "voice", "priority": 9, "dscp": 46, "protocol": 17}],)" +
                                       std::string(kFlows) + "}",
                                   "round"));
  booted.run();
  const Results results = booted.results();
  EXPECT_GT(results.service_flows[0].aqm_drops.packets, 10U);
  EXPECT_NEAR(static_cast<double>(results.service_flows[1].offered.packets), 150, 1);
  const std::string text = run_text(::testing::TempDir() + "round.json");
  EXPECT_EQ(text.substr(0, text.find("\"config\"")), measured(results));
}

TEST_F(ConfigurationFile, SchedulesFlowsAsTheSameScenarioInJson) {
  const std::string path = write("types.cm", R"({
    "upstream_classifiers": [
      {"reference": 1, "service_flow_reference": 2, "priority": 9,
       "ipv4": {"tos_low_high_mask": [184, 184, 252]}},
      {"reference": 2, "service_flow_reference": 3, "priority": 8,
       "ipv4": {"tos_low_high_mask": [128, 128, 252]}}],
    "upstream_service_flows": [
      {"reference": 1, "service_class_name": "data", "qos_set": 7, "scheduling_type": 2,
       "request_policy": 16, "max_sustained_rate_bps": 6000000, "min_reserved_rate_bps": 2000000,
       "min_reserved_packet_bytes": 512,
       "tos_and_or": [3, 32]},
      {"reference": 2, "service_class_name": "voice", "qos_set": 7, "scheduling_type": 6,
       "request_policy": 383, "unsolicited_grant_bytes": 224, "nominal_grant_interval_us": 20000,
       "tolerated_grant_jitter_us": 800, "grants_per_interval": 1, "aqm": {"disable": 1}},
      {"reference": 3, "service_class_name": "video", "qos_set": 7, "scheduling_type": 4,
       "max_sustained_rate_bps": 1000000, "nominal_polling_interval_us": 15000,
       "tolerated_poll_jitter_us": 700}]})");
  constexpr const char* kTraffic = R"("flows": [
    {"name": "flood", "modem": "cm0", "rate_mbps": 9},
    {"name": "large", "modem": "cm0", "packet_bytes": 300, "interval_us": 50000, "dscp": 46},
    {"name": "call", "modem": "cm0", "kind": "voip", "dscp": 46},
    {"name": "film", "modem": "cm0", "rate_mbps": 0.7, "dscp": 32}]})";
  std::ofstream(::testing::TempDir() + "types.json")
      << R"({"duration_s": 3, "modems": [{"name": "cm0", "config_file": ")" << path
      << R"("}], "service_flows": [], )" << kTraffic;
  System booted(load_scenario_text(R"({"duration_s": 3, "modems": [{"name": "cm0"}],
    "service_flows": [
      {"name": "data", "modem": "cm0", "max_sustained_rate_mbps": 6, "min_reserved_rate_mbps": 2,
       "min_reserved_packet_bytes": 512, "tos_and": 3, "tos_or": 32,
       "scheduling": {"request_policy": ["no_piggyback"]}},
      {"name": "voice", "modem": "cm0", "aqm": "none", "scheduling": {"type": "ugs",
       "unsolicited_grant_bytes": 224, "tolerated_grant_jitter_us": 800,
       "request_policy": ["no_broadcast_requests", "no_multicast_requests",
         "no_request_data_requests", "no_request_data_data", "no_piggyback", "no_concatenation",
         "no_fragmentation", "drop_oversized"]}},
      {"name": "video", "modem": "cm0", "max_sustained_rate_mbps": 1, "scheduling":
       {"type": "rtps", "nominal_polling_interval_us": 15000, "tolerated_poll_jitter_us": 700}}],
    "classifiers": [{"service_flow": "voice", "priority": 9, "dscp": 46},
                    {"service_flow": "video", "priority": 8, "dscp": 32}],)" +
                                       std::string(kTraffic),
                                   "types"));
  booted.run();
  const Results results = booted.results();
  EXPECT_EQ(results.service_flows[0].scheduling.piggyback_requests, 0U);
  EXPECT_NEAR(static_cast<double>(results.service_flows[1].scheduling.unsolicited_grants), 150, 2);
  EXPECT_EQ(results.service_flows[1].oversize_drops.packets, 60U);
  EXPECT_GT(results.service_flows[2].scheduling.polled_requests, 100U);
  const std::string text = run_text(::testing::TempDir() + "types.json");
  EXPECT_EQ(text.substr(0, text.find("\"config\"")), measured(results));
}

TEST_F(ConfigurationFile, RefusesSchedulingTypesWithoutWhatTheyNeed) {
  const auto error_with = [this](const std::string& flow) {
    const std::string error = error_of(scenario(
        write("lacks.cm",
              R"({"upstream_service_flows": [{"reference": 1, "qos_set": 7, )" + flow + "}]}")));
    return error.substr(error.find("lacks.cm: ") + 10);
  };
  const std::string rate = R"(, "max_sustained_rate_bps": 1000000)";
  EXPECT_EQ(error_with(R"("scheduling_type": 4)" + rate),
            "offset 0: a service flow without a nominal polling interval, which its scheduling "
            "type needs");
  EXPECT_EQ(error_with(R"("scheduling_type": 6, "nominal_grant_interval_us": 20000,
                          "grants_per_interval": 1)"),
            "offset 0: a service flow without an unsolicited grant size, which its scheduling "
            "type needs");
  EXPECT_EQ(error_with(R"("scheduling_type": 5, "unsolicited_grant_bytes": 200,
                          "grants_per_interval": 1)"),
            "offset 0: a service flow without a nominal grant interval, which its scheduling type "
            "needs");
  EXPECT_EQ(error_with(R"("scheduling_type": 6, "unsolicited_grant_bytes": 200,
                          "nominal_grant_interval_us": 20000)"),
            "offset 0: a service flow without grants per interval, which its scheduling type "
            "needs");
  EXPECT_EQ(error_with(R"("scheduling_type": 7)" + rate),
            "offset 0: a service flow without a guaranteed grant rate or a guaranteed request "
            "interval, which its scheduling type needs");
  EXPECT_EQ(error_with(R"("scheduling_type": 7, "guaranteed_request_interval_us": 100)" + rate),
            "service flow us1: scheduling.guaranteed_request_interval_us: expected 0 or at least "
            "250 us, got 100");
  EXPECT_EQ(error_with(R"("scheduling_type": 7, "guaranteed_grant_rate_bps": 1500000)" + rate),
            "service flow us1: scheduling.guaranteed_grant_rate_mbps: expected at most "
            "max_sustained_rate_mbps, 1, got 1.5");
  EXPECT_EQ(error_with(R"("scheduling_type": 2, "request_policy": 1)" + rate),
            "service flow us1: scheduling.request_policy: leaves a best_effort flow no way to "
            "request; choose a polled or unsolicited type");
}

// 24.45 is in bit/s, whatever 24.41 says of the other rates.
TEST_F(ConfigurationFile, GuaranteesGrants) {
  const std::string path = write("pgs.cm", R"({"upstream_service_flows": [
    {"reference": 1, "qos_set": 7, "scheduling_type": 7, "max_sustained_rate_bps": 20000,
     "rate_unit": 1, "guaranteed_grant_rate_bps": 4000000,
     "guaranteed_grant_interval_us": 1000, "guaranteed_request_interval_us": 5000}]})");
  System booted(load_scenario_text(
      R"({"duration_s": 1, "modems": [{"name": "cm0", "config_file": ")" + path +
          R"("}], "service_flows": [], "flows": [{"name": "up", "modem": "cm0", "rate_mbps": 1}]})",
      "x"));
  const SchedulingConfig& scheduling = *booted.scenario().service_flows[0].scheduling;
  EXPECT_EQ(scheduling.guaranteed_grant_rate_mbps, 4);
  EXPECT_EQ(scheduling.guaranteed_grant_interval_us, 1'000U);
  EXPECT_EQ(scheduling.guaranteed_request_interval_us, 5'000U);
  EXPECT_EQ(booted.scenario().service_flows[0].max_sustained_rate_mbps, 20);
  booted.run();
  const SchedulingResult got = booted.results().service_flows[0].scheduling;
  ASSERT_TRUE(got.proactive);
  EXPECT_NEAR(static_cast<double>(got.proactive->grants), 1'000, 4);
  EXPECT_NEAR(static_cast<double>(got.polls), 200, 2);
  EXPECT_EQ(got.contention_requests, 0U);
}

// The channel alone limits it: the usual upstream one carries 30.72 Mbit/s.
TEST_F(ConfigurationFile, LeavesAFlowWithoutAMaximumRateToItsChannels) {
  const std::string path = write("unlimited.cm", R"({
    "upstream_service_flows": [{"reference": 1, "qos_set": 7}],
    "downstream_service_flows": [{"reference": 2, "qos_set": 7}]})");
  System booted(
      load_scenario_text(R"({"duration_s": 1, "modems": [{"name": "cm0", "config_file": ")" + path +
                             R"("}], "service_flows": [], "flows": [
            {"name": "up", "modem": "cm0", "rate_mbps": 20},
            {"name": "down", "modem": "cm0", "direction": "downstream", "rate_mbps": 30}]})",
                         "unlimited"));
  booted.run();
  const Results results = booted.results();
  EXPECT_NEAR(results.service_flows[0].sent_mbps, 20, 0.6);
  EXPECT_NEAR(results.service_flows[0].utilization, 20 / 30.72, 0.02);
  EXPECT_NEAR(results.service_flows[1].sent_mbps, 30, 0.6);
}

TEST_F(ConfigurationFile, TurnsAqmOffForAllAndSetsTheUsualBuffer) {
  const std::string path = write("off.cm", R"({"upstream_target_buffer_ms": 100,
    "upstream_aqm_disable": 1, "upstream_service_flows": [
      {"reference": 1, "qos_set": 7, "max_sustained_rate_bps": 8000000,
       "aqm": {"disable": 0, "latency_target_ms": 20}}]})");
  const Scenario loaded = load_scenario_text(scenario(path), "test").scenario;
  const ServiceFlowConfig& flow = loaded.modems[0].provisioned.service_flows.at(0);
  EXPECT_EQ(flow.name, "us1");
  EXPECT_EQ(flow.aqm.algorithm, "none");
  EXPECT_EQ(flow.buffer_bytes, 100'000U);
}

TEST_F(ConfigurationFile, ChecksBothMics) {
  const std::string path = write("key.cm", kConfiguration, "secret");
  EXPECT_EQ(error_of(scenario(path, R"("rf": {"shared_secret": "secret"},)")), "accepted");
  EXPECT_EQ(error_of(scenario(path)), "accepted");
  EXPECT_THAT(error_of(scenario(path, R"("rf": {"shared_secret": "other"},)")),
              ::testing::EndsWith("modems[0].config_file: " + path +
                                  ": the MIC of the CMTS under rf.shared_secret does not match"));
  std::vector<std::uint8_t> octets =
      docsis::write_config_file(config_from_json(parse_json(kConfiguration, "x")), {});
  octets[2] ^= 1;  // network access
  EXPECT_THAT(error_of(scenario(write_octets("flipped.cm", octets))),
              ::testing::EndsWith("flipped.cm: the MIC of the CM does not match"));
}

TEST_F(ConfigurationFile, RefusesMalformedEncodingsWithTheirOffset) {
  EXPECT_THAT(error_of(scenario(write_octets("short.cm", {3, 1, 1, 24, 9, 1, 2, 0, 1, 7, 1, 3}))),
              ::testing::HasSubstr("short.cm: offset 3: "));
  const std::string orphan = write("orphan.cm", R"({
    "upstream_classifiers": [{"reference": 1, "service_flow_reference": 2}],
    "upstream_service_flows": [{"reference": 1, "qos_set": 7, "max_sustained_rate_bps": 8000000}]})");
  EXPECT_THAT(error_of(scenario(orphan)),
              ::testing::EndsWith(
                  "orphan.cm: offset 0: a classifier whose service flow is not in the file"));
  EXPECT_THAT(error_of(scenario("no-such-file.cm")),
              ::testing::EndsWith("no-such-file.cm: cannot be read"));
}

}  // namespace
}  // namespace docsis_vp::system::provisioning_test
