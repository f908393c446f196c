// Energy of modems, measured with the real program.
#include <gtest/gtest.h>

#include <string>

#include "system/json/node.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::modem_energy_test {
namespace {

double item(const JsonNode& energy, const std::string& block, const std::string& key,
            const std::string& activity = {}) {
  for (const JsonNode& each : energy.find("items")->elements) {
    if (*each.find_string("block") == block &&
        (activity.empty() || *each.find_string("activity") == activity)) {
      return each.find(key)->number;
    }
  }
  return -1;
}

TEST(ModemEnergy, CountsWhatTheRunDid) {
  const JsonNode results = run_results("scenarios/quickstart.json --duration 1");
  const JsonNode& energy = results.find("energy")->elements.front();
  const JsonNode& flow = results.find("service_flows")->elements.front();
  const JsonNode& cpu = results.find("cpus")->elements.front();
  EXPECT_EQ(item(energy, "data_path", "events"), flow.find("offered_packets")->number);
  EXPECT_EQ(item(energy, "core", "events"), cpu.find("cycles_busy")->number);
  EXPECT_DOUBLE_EQ(item(energy, "core", "each"), 26.6);
  EXPECT_DOUBLE_EQ(energy.find("cpu")->number, cpu.find("cycles_busy")->number * 26.6);
  // 250 MHz for a second, one flow, every 32 clocks.
  EXPECT_EQ(item(energy, "buckets", "events"), 7'812'500);
}

// In firmware the periodic parts are cycles of the core.
TEST(ModemEnergy, CountsTheLawOfAggregates) {
  const std::string run =
      "scenarios/lld/prague-beside-cubic.json --duration 1 --set stats.warmup_s=0";
  const JsonNode results = run_results(run);
  const JsonNode& energy = results.find("energy")->elements.front();
  const std::string law = "coupled_law";
  EXPECT_EQ(item(energy, law, "events", "decisions on Classic"),
            results.find("service_flows")->elements[0].find("offered_packets")->number);
  EXPECT_EQ(item(energy, law, "events", "decisions on low latency"),
            results.find("service_flows")->elements[1].find("offered_packets")->number);
  EXPECT_NEAR(item(energy, law, "events", "updates"), 62.5, 0.5);
  EXPECT_EQ(item(energy, law, "events", "alignments"), 2'000);
  EXPECT_EQ(item(energy, "data_path", "events"), -1);
  const JsonNode firmware = run_results(run + " --set modems.cm0.control_law=firmware");
  const JsonNode& other = firmware.find("energy")->elements.front();
  EXPECT_GT(item(other, law, "events", "decisions on Classic"), 0);
  EXPECT_EQ(item(other, law, "events", "updates"), -1);
  EXPECT_EQ(item(other, law, "events", "alignments"), -1);
}

// The first entry of a run of half a second; more: further keys of the scenario.
JsonNode energy_of(const std::string& channels, const std::string& modem = {},
                   const std::string& flows = {}) {
  const ScenarioFile file(
      R"({"duration_s": 0.5, "rf": {"profile": "docsis31", "channels": [)" + channels +
      R"(]}, "modems": [{"name": "cm")" + modem + R"(}], "service_flows": [
          {"name": "us", "modem": "cm", "max_sustained_rate_mbps": 10, "aqm": "docsis_pie"})" +
      flows +
      R"(], "flows": [{"name": "f", "modem": "cm", "service_flow": "us", "rate_mbps": 9}]})");
  return run_results(file.path()).find("energy")->elements.front();
}

TEST(ModemEnergy, AByteOfABufferCostsTheSameWhateverItsChannelIsCalled) {
  const auto each_byte = [](const std::string& name) {
    return item(energy_of("{\"name\": \"" + name + "\"}"), name, "each", "bytes, in and out");
  };
  const double usual = each_byte("us0");
  EXPECT_GT(usual, 0);
  for (const char* name : {"packets", "table", "octets", "counts"}) {
    EXPECT_EQ(each_byte(name), usual) << name;
  }
}

TEST(ModemEnergy, EachChannelHasItsBytesInItsBuffer) {
  const JsonNode energy = energy_of(R"({"name": "tdma", "kind": "tdma", "rate_mbps": 30.72},
                                       {"name": "ofdma", "subcarriers": 320})");
  const double slow = item(energy, "tdma", "events");
  const double fast = item(energy, "ofdma", "events");
  EXPECT_GT(slow, 0);
  EXPECT_GT(fast, 0);
  EXPECT_GE(slow + fast, 2 * 0.9 * energy.find("sent_packets")->number * 1000);
  EXPECT_NE(item(energy, "tdma", "each"), item(energy, "ofdma", "each"));
}

TEST(ModemEnergy, WhatIdlesCostsNothing) {
  const std::string channel = R"({"name": "us0"})";
  const JsonNode alone = energy_of(channel);
  const JsonNode beside = energy_of(channel, "", R"(, {"name": "idle", "modem": "cm",
      "max_sustained_rate_mbps": 10, "aqm": "codel"})");
  EXPECT_EQ(item(beside, "data_path", "each"), item(alone, "data_path", "each"));
  EXPECT_EQ(item(beside, "timestamps", "events"), 0);
  const JsonNode four = energy_of(channel, R"(, "map_parser": {"parsers": 4})");
  EXPECT_EQ(item(four, "parser", "energy"), item(alone, "parser", "energy"));
}

TEST(ModemEnergy, IsUnknownWithACoreOfNoKnownSize) {
  const JsonNode energy = energy_of(R"({"name": "us0"})",
                                    R"(, "control_law": "firmware", "cpu": {"profile": "ideal"})");
  EXPECT_EQ(energy.find("cpu")->kind, JsonNode::Kind::kNull);
  EXPECT_EQ(energy.find("on_die")->kind, JsonNode::Kind::kNull);
  EXPECT_GT(energy.find("logic")->number, 0);
}

TEST(ModemEnergy, KindsAddUp) {
  const JsonNode results = run_results("scenarios/quickstart.json --duration 1");
  const JsonNode& energy = results.find("energy")->elements.front();
  double all = 0;
  for (const JsonNode& each : energy.find("items")->elements) {
    const double events = each.find("events")->number;
    EXPECT_DOUBLE_EQ(each.find("energy")->number, events * each.find("each")->number);
    all += each.find("energy")->number;
  }
  EXPECT_NEAR(energy.find("on_die")->number + energy.find("off_die")->number, all, 1e-9 * all);
}

// Bytes of one off-die transfer cost eight bits at `off_die_bit`.
TEST(ModemEnergy, CountsTheBytesThatThePortMoves) {
  const JsonNode energy = energy_of(R"({"name": "us0"})");
  // 0.5 s of 9 Mbit/s, packets of 1000 bytes and 18 of Ethernet; each in and out of the FIFO.
  const double fifo = item(energy, "beats", "events", "bytes, in and out");
  EXPECT_NEAR(fifo / 2, 0.5 * 9e6 / 8, 2000);
  const double off_die = item(energy, "queue_memory", "events", "bytes");
  EXPECT_GT(off_die, fifo / 2);  // written, and read by bursts
  EXPECT_LE(off_die, fifo);
  EXPECT_EQ(item(energy, "off_die_rings", "events", "bytes of descriptors"), 0);
}

TEST(ModemEnergy, CountsPacketsThatFirmwareDropsAfterTheirWrite) {
  const auto fifo_bytes = [](const std::string& placement) {
    const JsonNode results =
        run_results("scenarios/overload.json --duration 2 --set stats.warmup_s=0 " + placement);
    const JsonNode& flow = results.find("service_flows")->elements.front();
    return item(results.find("energy")->elements.front(), "beats", "events") / 2 /
           flow.find("offered_bytes")->number;
  };
  // Gates drop before the write, firmware after it.
  EXPECT_LT(fifo_bytes("--set modems.cm0.control_law=hardware"), 0.9);
  EXPECT_GT(fifo_bytes("--set modems.cm0.drop=firmware"), 0.99);
}

TEST(ModemEnergy, ADescriptorThatTheCacheCannotHoldGoesOffDieAndBack) {
  const ScenarioFile file(R"({"duration_s": 0.5, "modems": [{"name": "cm", "queue_memory":
      {"descriptor_cache": 4}}], "service_flows": [{"name": "us", "modem": "cm",
      "max_sustained_rate_mbps": 10}], "flows": [{"name": "f", "modem": "cm",
      "service_flow": "us", "rate_mbps": 20}]})");
  const JsonNode results = run_results(file.path());
  const JsonNode& energy = results.find("energy")->elements.front();
  // At twice the rate nearly all of more than 500 packets wait behind four others; 16 bytes go
  // there and back for each.
  const double moved = item(energy, "off_die_rings", "events");
  EXPECT_GT(moved, 32 * 500);
  EXPECT_LE(moved,
            32 * results.find("service_flows")->elements.front().find("offered_packets")->number);
  EXPECT_EQ(item(energy, "off_die_rings", "each"), 8 * 68);
}

TEST(ModemEnergy, WithoutACpuNothingIsSpentOnIt) {
  const JsonNode results =
      run_results("scenarios/quickstart.json --duration 1 --set modems.cm0.control_law=hardware");
  const JsonNode& energy = results.find("energy")->elements.front();
  EXPECT_EQ(energy.find("cpu")->number, 0);
  EXPECT_GT(item(energy, "control_law", "energy"), 0);
}

}  // namespace
}  // namespace docsis_vp::system::modem_energy_test
