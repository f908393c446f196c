#include "system/results/results.h"

#include <gmock/gmock.h>

#include "system/json/node.h"
#include "system/results/summary.h"

namespace docsis_vp::system {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Results example() {
  Results results;
  results.scenario = "example";
  results.seed = 7;
  results.simulated_s = 2;
  results.wall_s = 0.1;
  results.config = "{\n  \"name\": \"example\"\n}\n";
  ServiceFlowResult flow;
  flow.modem = "cm0";
  flow.name = "us0";
  flow.direction = "upstream";
  flow.offered = {1'234'567, 1'000'000};
  flow.sent = {1'000'000, 900'000};
  flow.aqm_drops = {234'567, 100'000};
  flow.queue_delay_ms.mean = 10.25;
  results.service_flows.push_back(flow);
  FlowResult upload;
  upload.name = "upload";
  upload.kind = "trace";
  results.flows.push_back(upload);
  results.mac.channels.push_back({"us0", 10, 0, {}, {}});
  results.placements.push_back({"cm0", "firmware", "hardware"});
  results.events.push_back({1.5, "lose_map", "cm0"});
  return results;
}

TEST(Results, JsonHasTheKeysOfTheContract) {
  const JsonNode root = parse_json(example().json(), "results.json");
  for (const char* key : {"schema", "scenario", "seed", "simulated_s", "cpu_s", "wall_s", "host",
                          "config", "version", "firmware_sha256", "stats", "service_flows", "flows",
                          "mac", "cpus", "placements", "events", "error"}) {
    EXPECT_NE(root.find(key), nullptr) << key;
  }
  const JsonNode& flow = root.find("service_flows")->elements.at(0);
  for (const char* key :
       {"modem", "name", "direction", "offered_packets", "offered_bytes", "sent_packets",
        "sent_bytes", "aqm_drops", "aqm_marks", "buffer_drops", "hold_drops",
        "request_giveup_drops", "rf_lost", "queued_at_end", "queued_bytes_at_end", "held_at_end",
        "queue_delay_ms", "request_grant_ms"}) {
    EXPECT_NE(flow.find(key), nullptr) << key;
  }
  EXPECT_EQ(flow.find("queue_delay_ms")->find("mean")->number, 10.25);
  EXPECT_EQ(flow.find("queue_delay_ms")->find("p50")->kind, JsonNode::Kind::kNull);
  EXPECT_EQ(root.find("config")->find("name")->text, "example");
  EXPECT_EQ(root.find("schema")->number, 1);
}

TEST(Results, SpreadScalesAndLeavesEmptyEmpty) {
  EXPECT_FALSE(spread(Histogram(), 10).mean);
  Histogram histogram;
  histogram.add(10);
  histogram.add(30);
  const Spread result = spread(histogram, 10);
  EXPECT_EQ(result.count, 2U);
  EXPECT_DOUBLE_EQ(*result.mean, 2);
  EXPECT_DOUBLE_EQ(*result.max, 3);
}

TEST(Summary, ShowsWhatHappenedAndOnlyThat) {
  Scenario scenario;
  scenario.modems.push_back({});
  scenario.modems[0].name = "cm0";
  scenario.modems[0].control_law = Placement::kFirmware;
  scenario.service_flows.push_back({});
  scenario.service_flows[0].name = "us0";
  scenario.service_flows[0].modem = "cm0";
  scenario.service_flows[0].max_sustained_rate_mbps = 10;
  scenario.service_flows[0].aqm.algorithm = "docsis_pie";
  scenario.service_flows[0].aqm.target_ms = 10;
  const std::string text = summary(example(), scenario);
  EXPECT_THAT(text, HasSubstr("example: 2.0 s simulated in 100 ms (20 x real time), seed 7"));
  EXPECT_THAT(text, HasSubstr("10 Mbit/s, DOCSIS-PIE in firmware, target 10 ms"));
  EXPECT_THAT(text, HasSubstr("offered                  1,234,567 packets      4.000 Mbit/s"));
  EXPECT_THAT(text, HasSubstr("dropped by AQM             234,567 packets"));
  EXPECT_THAT(text, HasSubstr("lose_map of cm0 at 1.500000 s"));
  EXPECT_THAT(text, Not(HasSubstr("plant")));
  EXPECT_THAT(text, Not(HasSubstr("control law")));
}

TEST(Summary, SaysThatFirmwareMissedUpdates) {
  Scenario scenario;
  scenario.modems.push_back({});
  scenario.modems[0].name = "cm0";
  scenario.service_flows.push_back({});
  scenario.service_flows[0].name = "us0";
  scenario.service_flows[0].modem = "cm0";
  scenario.service_flows[0].aqm.algorithm = "docsis_pie";
  Results results = example();
  results.service_flows[0].missed_updates = 3749;
  EXPECT_THAT(summary(results, scenario), HasSubstr("missed 3,749 of its updates"));
}

}  // namespace
}  // namespace docsis_vp::system
