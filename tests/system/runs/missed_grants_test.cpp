// Missed grants in the results of whole runs.
#include <gmock/gmock.h>

#include <string>

#include "tests/system/runs/run.h"

namespace docsis_vp::system::missed_grants_test {
namespace {

const JsonNode& list_of(const JsonNode& results) {
  return *results.find("mac")->find("missed_grants");
}

double sum_of(const JsonNode& numbers) {
  double sum = 0;
  for (const JsonMember& member : numbers.members) {
    sum += member.value.number;
  }
  return sum;
}

// A flow through a modem with these keys; by default at twice the rate of its service flow.
JsonNode run_modem(const std::string& keys, const std::string& law = "docsis_pie",
                   unsigned rate_mbps = 40) {
  return run_results(ScenarioFile(R"({
    "duration_s": 1, "modems": [{"name": "cm0", )" +
                                  keys + R"(}],
    "service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 20,
                       "aqm": ")" +
                                  law + R"("}],
    "flows": [{"name": "f", "modem": "cm0", "packet_bytes": 1000, "rate_mbps": )" +
                                  std::to_string(rate_mbps) + "}]}")
                         .path());
}

// All grants were missed for this cause.
void expect_cause(const JsonNode& results, const std::string& cause) {
  const double missed = number(results, "mac.grants_missed");
  EXPECT_GT(missed, 0);
  EXPECT_EQ(number(results, "mac.missed_by_cause." + cause), missed);
  EXPECT_EQ(sum_of(*results.find("mac")->find("missed_by_cause")), missed);
  for (const JsonNode& grant : list_of(results).elements) {
    const bool was_built = grant.find("ready_s")->kind == JsonNode::Kind::kNumber;
    const double until_s = grant.find(was_built ? "ready_s" : "time_s")->number;
    EXPECT_NEAR(1e6 * (until_s - grant.find("window_s")->number), sum_of(*grant.find("waits_us")),
                was_built ? 1e-3 : 0.2);
    EXPECT_EQ(*grant.find_string("cause"), cause);
    EXPECT_EQ(*grant.find_string("service_flow"), "us0");
    EXPECT_EQ(*grant.find_string("modem"), "cm0");
  }
}

TEST(MissedGrantsOfARun, AreTheEventsOfTheScenario) {
  const JsonNode results = run_results("scenarios/recovery-missed-grants.json --duration 11");
  expect_cause(results, "scripted");
  ASSERT_EQ(list_of(results).elements.size(), 2U);
  for (int i = 0; i < 2; ++i) {
    // The next grant of a saturated flow comes within two MAPs of 2 ms.
    const JsonNode& grant = list_of(results).elements[i];
    EXPECT_GE(grant.find("time_s")->number, 5 + i);
    EXPECT_LT(grant.find("time_s")->number, 5 + i + 0.004);
    EXPECT_LT(grant.find("ready_s")->number, grant.find("deadline_s")->number);
    EXPECT_GT(grant.find("bytes")->number, 1000);
  }
}

TEST(MissedGrantsOfARun, NameABuilderThatIsTooSlow) {
  const JsonNode results = run_modem(R"("burst_builder": {"cycles_per_packet": 170000})");
  expect_cause(results, "builder");
  EXPECT_EQ(list_of(results).elements.size(), 100U);
  EXPECT_GT(number(results, "mac.grants_missed"), 100);
}

TEST(MissedGrantsOfARun, NameAParserThatIsTooSlow) {
  const JsonNode results = run_modem(R"("map_parser": {"cycles_per_element": 90000})");
  expect_cause(results, "map_parsing");
}

// A packet of 1500 bytes in seven frames, 40 000 cycles a packet: 600 us less 32 + 40 000 cycles of
// 4 ns and the read of the first frame's 178 bytes, 38 beats in every second cycle.
TEST(MissedGrantsOfARun, APacketCostsItsCyclesOnceASegment) {
  const ScenarioFile scenario(R"({"duration_s": 0.05,
    "rf": {"profile": "docsis31", "channels": [{"name": "us0", "subcarriers": 40}],
           "map_phase_us": 0, "grant_offset_us": 0, "request_opportunities": 1,
           "backoff_start": 0, "backoff_end": 0},
    "modems": [{"name": "cm0",
                "burst_builder": {"build_unit": "frame", "cycles_per_packet": 40000}}],
    "service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 20,
                       "max_burst_bytes": 20000, "aqm": "none"}],
    "flows": [{"name": "p", "kind": "udp", "modem": "cm0", "packet_bytes": 1500,
               "interval_us": 500000, "phase_us": 20000, "packets": 1}]})");
  const JsonNode results = run_results(scenario.path());
  EXPECT_EQ(number(results, "mac.grants"), 1);
  const JsonNode& channel = results.find("mac")->find("channels")->elements.at(0);
  EXPECT_DOUBLE_EQ(number(channel, "deadline_slack_us.min"), 439.568);
}

// Interrupts are masked for longer than a window, once in 5 ms. Each grant is for a whole packet: a
// grant for the rest of one would be cut short instead.
TEST(MissedGrantsOfARun, NameVerdictsThatComeTooLate) {
  const JsonNode results = run_modem(
      R"("control_law": "firmware", "drop": "firmware", "cpu": {"background_load":
         {"utilization": 0.5, "period_us": 5000, "critical_section_us": 1500}})",
      "codel", 2);
  expect_cause(results, "verdict");
}

TEST(MissedGrantsOfARun, NameAPortThatIsTooSlow) {
  const JsonNode results =
      run_modem(R"("queue_memory": {"port_efficiency_percent": 1, "port_bytes_per_cycle": 1})");
  expect_cause(results, "port_own_read");
}

}  // namespace
}  // namespace docsis_vp::system::missed_grants_test
