// Hosts reach a modem by 802.11g.
#include <gmock/gmock.h>

#include <algorithm>

#include "system/assembly/system.h"
#include "tests/system/heap_shaker.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::wifi_test {
namespace {

std::string scenario(const std::string& wifi, const std::string& flows,
                     const std::string& rate = "100", double warmup_s = 0) {
  return R"({"duration_s": 2, "stats": {"warmup_s": )" + std::to_string(warmup_s) +
         R"(, "delay_stages": true},
    "rf": {"profile": "docsis31", "downstream_mbps": 2000},
    "modems": [{"name": "cm0", "lan": {"ports": [{"name": "lan0", "wifi": )" +
         wifi + R"(}]}}],
    "service_flows": [{"name": "up", "modem": "cm0", "max_sustained_rate_mbps": )" +
         rate + R"(}],
    "flows": [)" +
         flows + "]}";
}

const FlowResult& flow(const Results& results, const std::string& name) {
  return *std::find_if(results.flows.begin(), results.flows.end(),
                       [&](const FlowResult& each) { return each.name == name; });
}

const WifiStationResult& station(const Results& results, const std::string& name) {
  const std::vector<WifiStationResult>& all = results.lan_ports.at(0).wifi.value().stations;
  return *std::find_if(all.begin(), all.end(),
                       [&](const WifiStationResult& each) { return each.name == name; });
}

const std::string kFast = R"({"rate_control": "fixed"})";
// 1518 bytes on Ethernet.
const std::string kFlood = R"({"name": "flood", "modem": "cm0", "rate_mbps": 50,
                               "packet_bytes": 1518})";

void expect_conservation(const WifiWayResult& way) {
  EXPECT_EQ(way.entered_packets,
            way.delivered.packets + way.queue_drops + way.retry_drops + way.waiting_packets);
}

TEST(Wifi, AFloodLosesInItsStationWhatTheChannelDoesNotCarry) {
  System system(load_scenario_text(scenario(kFast, kFlood), "x"));
  for (int i = 0; i < 9; ++i) {
    system.run_for(sc_core::sc_time(0.222222, sc_core::SC_SEC));
    const Results results = system.results();
    ASSERT_EQ(system.packets_alive(),
              results.service_flows.at(0).queued.packets + system.packets_in_transit());
    expect_conservation(station(results, "flood").up);
  }
  system.run();
  const Results results = system.results();
  const LanPortResult& port = results.lan_ports.at(0);
  const WifiWayResult& up = station(results, "flood").up;
  EXPECT_FALSE(port.rate_mbps);
  EXPECT_EQ(port.entered.packets, results.service_flows.at(0).offered.packets);
  EXPECT_EQ(port.entered.packets, up.delivered.packets);
  EXPECT_EQ(port.host_drops.packets, flow(results, "flood").host_drops);
  EXPECT_GT(up.queue_drops, 0U);
  EXPECT_EQ(up.retry_drops + up.collisions + up.errors, 0U);
  EXPECT_GE(up.waiting_packets, 1'000U);
  EXPECT_LE(up.waiting_packets, 1'001U);
  // A frame in 393.5 us.
  EXPECT_NEAR(*up.throughput_mbps, 1'518 * 8 / 393.5, 0.3);
  EXPECT_EQ(*up.mean_rate_mbps, 54);
  EXPECT_NEAR(port.wifi->busy_percent, 100 * 298 / 393.5, 1);
}

// TCP stops before the queue of its station is full, both ways share the channel, and the access
// point loses frames from the cable.
TEST(Wifi, CarriesTcpBothWays) {
  System system(
      load_scenario_text(scenario(R"({"ap_queue_packets": 20})",
                                  R"({"name": "up", "kind": "tcp", "modem": "cm0", "rtt_ms": 10},
                  {"name": "down", "kind": "tcp", "modem": "cm0", "rtt_ms": 10,
                   "direction": "downstream"})"),
                         "x"));
  for (int i = 0; i < 9; ++i) {
    system.run_for(sc_core::sc_time(0.222222, sc_core::SC_SEC));
    ASSERT_EQ(system.packets_alive(),
              system.results().service_flows.at(0).queued.packets + system.packets_in_transit());
  }
  system.run();
  const Results results = system.results();
  EXPECT_EQ(flow(results, "up").host_drops, 0U);
  EXPECT_GT(flow(results, "up").goodput_mbps, 3);
  EXPECT_GT(flow(results, "down").goodput_mbps, 3);
  EXPECT_LT(flow(results, "up").goodput_mbps + flow(results, "down").goodput_mbps, 28);
  EXPECT_GT(results.lan_ports.at(0).egress_drops, 0U);
  EXPECT_GT(station(results, "up").up.collisions, 0U);
  for (const char* name : {"up", "down"}) {
    expect_conservation(station(results, name).up);
    expect_conservation(station(results, name).down);
  }
}

// Flows share a station, or each instance has one of its own.
TEST(Wifi, AFlowHasAStationOfItsOwnUnlessItNamesOne) {
  System system(load_scenario_text(
      scenario(R"({"stations": [{"name": "laptop", "snr_db": 8}]})",
               R"({"name": "a", "modem": "cm0", "rate_mbps": 0.5, "wifi_station": "laptop"},
                  {"name": "b", "modem": "cm0", "rate_mbps": 0.5, "wifi_station": "laptop",
                   "direction": "downstream"},
                  {"name": "c", "modem": "cm0", "rate_mbps": 0.5, "count": 2})"),
      "x"));
  system.run();
  const Results results = system.results();
  std::vector<std::string> names;
  for (const WifiStationResult& each : results.lan_ports.at(0).wifi->stations) {
    names.push_back(each.name);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"laptop", "c0", "c1"}));
  EXPECT_GT(station(results, "laptop").up.delivered.packets, 0U);
  EXPECT_GT(station(results, "laptop").down.delivered.packets, 0U);
  EXPECT_EQ(station(results, "c0").down.entered_packets, 0U);
  EXPECT_LT(*station(results, "laptop").up.mean_rate_mbps, 13);
  EXPECT_GT(*station(results, "c1").up.mean_rate_mbps, 13);
}

TEST(Wifi, FollowsStepsOfTheSignal) {
  System system(load_scenario_text(
      scenario(R"({"stations": [{"name": "s", "snr_steps": [{"at_s": 1, "snr_db": 8}]}]})",
               R"({"name": "flood", "modem": "cm0", "rate_mbps": 40, "wifi_station": "s"})"),
      "x"));
  system.run_for(sc_core::sc_time(1, sc_core::SC_SEC));
  const std::uint64_t before = station(system.results(), "s").up.delivered.packets;
  system.run();
  const std::uint64_t after = station(system.results(), "s").up.delivered.packets - before;
  EXPECT_GT(before, 2 * after);
  EXPECT_GT(after, 150U);  // weights of three quarters forget in eight intervals of 100 ms
}

// Stages of the delay: the hop belongs to the host upstream, to the network downstream.
TEST(Wifi, TheHopIsAStageOfTheDelay) {
  System system(
      load_scenario_text(scenario(kFast, R"({"name": "a", "modem": "cm0", "rate_mbps": 20},
                         {"name": "b", "modem": "cm0", "rate_mbps": 20,
                          "direction": "downstream"})"),
                         "x"));
  system.run();
  const Results results = system.results();
  for (const StageResult& stages : *results.delay_stages) {
    if (!stages.flow) continue;
    const bool is_up = *stages.flow == "a";
    const WifiStationResult& own = station(results, *stages.flow);
    const double hop = *(is_up ? own.up : own.down).delay_ms.mean;
    const double stage = is_up ? stages.mean->host_ms : stages.mean->network_ms;
    EXPECT_NEAR(stage, hop, 0.01 * hop) << *stages.flow;
    EXPECT_GT(hop, 0.3);
  }
}

// The order of the kernel's queue does not show.
TEST(Wifi, SameBitsWithDummyEvents) {
  const std::string text = scenario(R"({"snr_db": 17.3})",
                                    R"({"name": "ftp", "kind": "tcp", "modem": "cm0", "rtt_ms": 10},
                                {"name": "down", "kind": "tcp", "modem": "cm0", "rtt_ms": 10,
                                 "direction": "downstream"},
                                {"name": "x", "modem": "cm0", "rate_mbps": 6, "phase_us": 0},
                                {"name": "y", "modem": "cm0", "rate_mbps": 6, "phase_us": 0})");
  const ScenarioFile file(text);
  System system(load_scenario(file.path()));
  HeapShaker shaker("shaker", 11);
  system.run();
  EXPECT_EQ(without_host(system.results().json()), run_text(file.path()));
}

}  // namespace
}  // namespace docsis_vp::system::wifi_test
