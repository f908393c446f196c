#include "system/results/results.h"

#include <gmock/gmock.h>

#include "platform/base/time.h"
#include "system/json/node.h"
#include "system/results/result_table.h"
#include "system/results/summary.h"

namespace docsis_vp::system::results_test {
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
  results.events.push_back({1.5, "lose_map", "cm0", {}});
  return results;
}

TEST(Results, JsonHasTheKeysOfTheContract) {
  const JsonNode root = parse_json(example().json(), "results.json");
  for (const char* key :
       {"schema",     "scenario",      "seed",     "simulated_s", "cpu_s",
        "wall_s",     "host",          "config",   "version",     "firmware_sha256",
        "stats",      "service_flows", "flows",    "mac",         "cpus",
        "placements", "events",        "ended_by", "ended_at_s",  "error"}) {
    EXPECT_NE(root.find(key), nullptr) << key;
  }
  const JsonNode& flow = root.find("service_flows")->elements.at(0);
  for (const char* key : {"modem",
                          "name",
                          "direction",
                          "offered_packets",
                          "offered_bytes",
                          "sent_packets",
                          "sent_bytes",
                          "aqm_drops",
                          "aqm_marks",
                          "buffer_drops",
                          "bytes_full_drops",
                          "bytes_full_drops_bytes",
                          "descriptors_full_drops",
                          "descriptors_full_drops_bytes",
                          "ingress_fifo_drops",
                          "hold_drops",
                          "request_giveup_drops",
                          "rf_lost",
                          "queued_at_end",
                          "queued_bytes_at_end",
                          "held_at_end",
                          "queue_delay_ms",
                          "request_grant_ms"}) {
    EXPECT_NE(flow.find(key), nullptr) << key;
  }
  EXPECT_EQ(flow.find("queue_delay_ms")->find("mean")->number, 10.25);
  EXPECT_EQ(flow.find("queue_delay_ms")->find("p50")->kind, JsonNode::Kind::kNull);
  EXPECT_EQ(root.find("config")->find("name")->text, "example");
  EXPECT_EQ(root.find("schema")->number, 1);
}

TEST(Results, MissedGrantsSayWhatTheyWaitedFor) {
  Results results = example();
  MissedGrantResult missed{{}, "cm0", "us0", "up1"};
  missed.grant.cause = cm::MissCause::kOtherWrites;
  missed.grant.bytes = 1'014;
  missed.grant.at = kPsPerSecond;
  missed.grant.has_packets = true;
  missed.grant.times.window_opens = kPsPerSecond;
  missed.grant.times.deadline = kPsPerSecond + 650 * kPsPerUs;
  missed.grant.times.ready = kPsPerSecond + 700 * kPsPerUs;
  missed.grant.times.wait(cm::MissCause::kOtherWrites) = 690 * kPsPerUs;
  missed.grant.times.wait(cm::MissCause::kOwnRead) = 10 * kPsPerUs;
  results.mac.missed_grants.push_back(missed);
  missed.grant.fate = cm::GrantFate::kLate;
  missed.grant.has_packets = false;
  results.mac.missed_grants.push_back(missed);
  results.mac.missed_by_cause[static_cast<std::size_t>(cm::MissCause::kOtherWrites)] = 5;
  const JsonNode root = parse_json(results.json(), "results.json");
  const JsonNode& mac = *root.find("mac");
  EXPECT_EQ(mac.find("missed_by_cause")->find("port_other_writes")->number, 5);
  EXPECT_EQ(mac.find("missed_by_cause")->members.size(), cm::kMissCauses);
  const JsonNode& first = mac.find("missed_grants")->elements.at(0);
  EXPECT_EQ(*first.find_string("channel"), "up1");
  EXPECT_EQ(*first.find_string("fate"), "missed");
  EXPECT_EQ(*first.find_string("cause"), "port_other_writes");
  EXPECT_EQ(first.find("bytes")->number, 1'014);
  EXPECT_EQ(first.find("deadline_s")->number, 1.00065);
  EXPECT_EQ(first.find("ready_s")->number, 1.0007);
  EXPECT_EQ(first.find("waits_us")->members.size(), 2U) << "those that are not 0";
  EXPECT_EQ(first.find("waits_us")->find("port_other_writes")->number, 690);
  const JsonNode& second = mac.find("missed_grants")->elements.at(1);
  EXPECT_EQ(*second.find_string("fate"), "late");
  EXPECT_EQ(second.find("ready_s")->kind, JsonNode::Kind::kNull);
}

TEST(Results, FirmwareIsNamedByCpuAndAsAWholeIfItIsOne) {
  EXPECT_EQ(common_firmware({}), std::nullopt);
  std::vector<CpuResult> cpus(2);
  cpus[0].firmware_sha256 = cpus[1].firmware_sha256 = "ab";
  EXPECT_EQ(common_firmware(cpus), "ab");
  cpus[0].firmware_sha256 = "cd";
  EXPECT_EQ(common_firmware(cpus), std::nullopt);
  Results results = example();
  results.cpus = cpus;
  const JsonNode root = parse_json(results.json(), "results.json");
  EXPECT_EQ(root.find("cpus")->elements.at(0).find("firmware_sha256")->text, "cd");
  EXPECT_EQ(root.find("firmware_sha256")->kind, JsonNode::Kind::kNull);
}

TEST(Results, HistogramsAreWrittenWhereThereAreBins) {
  Results results = example();
  results.mac.channels[0].deadline_slack_us.bins = Bins{{0, 2.5, 5}, {3, 4}};
  const JsonNode root = parse_json(results.json(), "results.json");
  const JsonNode& histogram = *root.find("mac")
                                   ->find("channels")
                                   ->elements.at(0)
                                   .find("deadline_slack_us")
                                   ->find("histogram");
  EXPECT_EQ(histogram.find("edges")->elements.at(1).number, 2.5);
  EXPECT_EQ(histogram.find("counts")->elements.at(1).number, 4);
  EXPECT_EQ(root.find("service_flows")->elements.at(0).find("queue_delay_ms")->find("histogram"),
            nullptr);
}

TEST(Summary, ShowsWhatHappenedAndOnlyThat) {
  Scenario scenario;
  scenario.modems.push_back({});
  scenario.modems[0].name = "cm0";
  scenario.modems[0].control_law = cm::Placement::kFirmware;
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
  scenario.modems[0].firmware = "examples/own-law.elf";
  EXPECT_THAT(summary(example(), scenario),
              HasSubstr("10 Mbit/s, own-law.elf in place of DOCSIS-PIE, target 10 ms"));
}

TEST(Summary, ShowsManyEventsOfAKindAsOne) {
  Scenario scenario;
  Results results = example();
  results.events.clear();
  for (int i = 0; i < 4; ++i) results.events.push_back({1.0 + i, "lose_map", "cm0", {}});
  for (int i = 0; i < 32'767; ++i)
    results.events.push_back({6 + i * 1e-4, "lose_packet", "cm0", {}});
  results.events.push_back({9.5, "lose_packet", "cm1", {}});
  results.service_flows.clear();
  results.flows.clear();
  const std::string text = summary(results, scenario);
  EXPECT_THAT(text, HasSubstr("lose_map of cm0 at 4.000000 s\n"));
  EXPECT_THAT(text, HasSubstr("lose_packet of cm0 at 6.000000 s\n"));
  EXPECT_THAT(text, HasSubstr("  32,766 more of them until 9.276600 s\n"));
  EXPECT_THAT(text, HasSubstr("lose_packet of cm1 at 9.500000 s\n"));
  EXPECT_LT(text.size(), 4'000U);
}

// A million gates of 1 um2.
TEST(Summary, ShowsTheAreaOfLogicAndMemoriesTogether) {
  Results results;
  AreaResult area;
  area.modem = "cm0";
  area.technology.name = "28nm";
  for (area::Figure* const figure : {&area.technology.gate_um2, &area.technology.gate_factor}) {
    static_cast<area::Range&>(*figure) = {0.5, 1, 2};
  }
  static_cast<area::Range&>(area.technology.utilization_percent) = {100, 100, 100};
  area.hardware.add(500'000, area::xor_gates(1), "2 gates each");
  results.area.push_back(area);
  EXPECT_THAT(summary(results, {}),
              HasSubstr("area of cm0           1.000 mm2 (0.250 .. 4.000) at 28nm, logic 1.000, "
                        "memories 0.000\n"));
}

TEST(Summary, ShowsManyAlikeModemsTogether) {
  Scenario scenario;
  Results results = example();
  results.service_flows.clear();
  for (const unsigned number : {0U, 1U, 2U, 3U, 4U, 5U}) {
    ModemConfig modem;
    modem.name = "cm" + std::to_string(number);
    modem.family = "cm";
    scenario.modems.push_back(modem);
    for (const char* name : {"data", "voice"}) {
      ServiceFlowConfig config;
      config.name = name;
      config.modem = modem.name;
      config.aqm.algorithm = "docsis_pie";
      scenario.service_flows.push_back(config);
      ServiceFlowResult flow;
      flow.modem = modem.name;
      flow.name = name;
      flow.direction = "upstream";
      flow.offered = {100, 100'000};
      flow.aqm_drops = {number, 1'000 * number};
      flow.queue_delay_ms.mean = number;
      if (number < 2) {
        flow.queue_delay_ms.p99 = 10.0 * number;
      }
      results.service_flows.push_back(flow);
    }
    CpuResult cpu;
    cpu.modem = modem.name;
    cpu.clock_hz = 100'000'000;
    cpu.instructions = 1'000;
    cpu.utilization = 0.01 * number;
    results.cpus.push_back(cpu);
  }
  const std::string text = summary(results, scenario);
  EXPECT_THAT(text, HasSubstr("Service flow data of 6 modems cm together, upstream"));
  EXPECT_THAT(text, HasSubstr("Service flow voice of 6 modems cm together, upstream"));
  EXPECT_THAT(text, HasSubstr("offered                        600 packets      2.400 Mbit/s"));
  EXPECT_THAT(text, HasSubstr("dropped by AQM                  15 packets"));
  EXPECT_THAT(text, HasSubstr("5.00 % of the packets of cm5 were lost"));
  EXPECT_THAT(text,
              HasSubstr("queue data                 2.50        -        -        -     5.00"));
  EXPECT_THAT(text, HasSubstr("worst of 6 modems        5.00        -        -        -    10.00"));
  EXPECT_THAT(text, HasSubstr("6 of 100 MHz, 2.500 % busy, cm5 at worst 5.000 %, 6,000"));
  EXPECT_THAT(text, Not(HasSubstr("of cm3")));

  scenario.modems.resize(5);
  scenario.service_flows.resize(10);
  results.service_flows.resize(10);
  results.cpus.resize(5);
  EXPECT_THAT(summary(results, scenario), HasSubstr("Service flow data of cm3, upstream"));
}

TEST(Summary, NamesTheMainCauseOfMissedGrants) {
  Results results = example();
  results.service_flows.clear();
  EXPECT_THAT(summary(results, {}), Not(HasSubstr("missed because")));
  results.mac.grants_missed = 2'003;
  results.mac.missed_by_cause[static_cast<std::size_t>(cm::MissCause::kVerdict)] = 3;
  results.mac.missed_by_cause[static_cast<std::size_t>(cm::MissCause::kOtherReads)] = 2'000;
  EXPECT_THAT(summary(results, {}),
              HasSubstr("missed because      the port of queue memory was reading other bursts: "
                        "2,000 of 2,003\n"));
  EXPECT_THAT(summary(results, {}), Not(HasSubstr("cut short")));
  results.mac.grants_cut_short = 1'500;
  EXPECT_THAT(summary(results, {}), HasSubstr("cut short           1,500 bursts"));
}

TEST(Summary, TellsTheCausesOfAFullBufferApartAndNotes) {
  Scenario scenario;
  scenario.modems.push_back({});
  scenario.modems[0].name = "cm0";
  scenario.service_flows.push_back({});
  scenario.service_flows[0].name = "us0";
  scenario.service_flows[0].modem = "cm0";
  scenario.service_flows[0].aqm.algorithm = "docsis_pie";
  Results results = example();
  results.service_flows[0].buffer_drops = {30, 30'000};
  EXPECT_THAT(summary(results, scenario), Not(HasSubstr("no room in bytes")));
  EXPECT_THAT(summary(results, scenario), Not(HasSubstr("note")));
  results.service_flows[0].descriptor_drops = {10, 640};
  const std::string text = summary(results, scenario, {"a limit comes first"});
  EXPECT_THAT(text, HasSubstr("dropped, buffer full            30 packets"));
  EXPECT_THAT(text, HasSubstr("  no room in bytes              20 packets"));
  EXPECT_THAT(text, HasSubstr("  no descriptor left            10 packets"));
  EXPECT_THAT(text, HasSubstr("  note                  a limit comes first\n"));
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
  EXPECT_THAT(summary(results, scenario), Not(HasSubstr("not taken")));
  results.service_flows[0].commits = 1250;
  results.service_flows[0].commit_conflicts = 1240;
  EXPECT_THAT(summary(results, scenario),
              HasSubstr("burst and status of 1,240 of its 1,250 commits were not taken"));
}

// A figure that is declared with a label has its row without a list of its own.
TEST(Summary, HasARowForEachFigureDeclaredForIt) {
  Scenario scenario;
  scenario.modems.resize(1);
  scenario.modems[0].name = "cm";
  ServiceFlowConfig config;
  config.name = "us0";
  config.modem = "cm";
  config.aqm.algorithm = "none";
  config.buffer_bytes = 1'000;
  scenario.service_flows.push_back(config);
  ServiceFlowResult flow;
  flow.modem = "cm";
  flow.name = "us0";
  flow.direction = "upstream";
  flow.offered = {1'000, 800'000};
  const ServiceFlowResult::Amount some = {7, 700};
  for (auto* amount : {&flow.sent, &flow.aqm_drops, &flow.aqm_marks, &flow.ingress_fifo_drops,
                       &flow.hold_drops, &flow.oversize_drops, &flow.request_giveup_drops,
                       &flow.rf_lost, &flow.queued, &flow.held}) {
    *amount = some;
  }
  flow.buffer_drops = {9, 900};
  flow.descriptor_drops = {2, 200};
  Results results;
  results.simulated_s = 1;
  results.service_flows.push_back(flow);
  const std::string text = summary(results, scenario);
  std::size_t at = 0;
  unsigned rows = 0;
  for (const auto& field : result_table<ServiceFlowResult>().fields()) {
    if (field->row != SummaryRow::kNever) {
      const std::size_t found = text.find(std::string(field->label) + "  ", at);
      EXPECT_NE(found, std::string::npos) << field->label << "\n" << text;
      at = found;
      ++rows;
    }
  }
  EXPECT_EQ(rows, 14U);
  EXPECT_THAT(text, HasSubstr("  no room in bytes               7 packets      0.006 Mbit/s"));
  std::string columns;
  for (const auto& field : result_table<Spread>().fields()) {
    if (field->row != SummaryRow::kNever) {
      columns += std::string(9 - field->label.size(), ' ') + std::string(field->label);
    }
  }
  EXPECT_EQ(columns.size(), 6U * 9);
  EXPECT_THAT(text, HasSubstr(columns + "\n"));
}

}  // namespace
}  // namespace docsis_vp::system::results_test
