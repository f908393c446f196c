// Frames enter and leave a modem at the rate of its Ethernet ports, and wait in the hosts for them.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "models/hosts/capture/capture_reader.h"
#include "system/assembly/system.h"
#include "tests/system/capture/blocks.h"
#include "tests/system/heap_shaker.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::lan_ports_test {
namespace {

// On channels that carry it all. Ports and flows are filled in.
std::string scenario(const std::string& ports, const std::string& flows,
                     const std::string& rate = "900") {
  return R"({"duration_s": 1, "stats": {"warmup_s": 0},
    "rf": {"profile": "docsis31", "downstream_mbps": 2000},
    "modems": [{"name": "cm0", "lan": {"ports": [)" +
         ports + R"(]}}],
    "service_flows": [{"name": "up", "modem": "cm0", "max_sustained_rate_mbps": )" +
         rate + R"(}],
    "flows": [)" +
         flows + "]}";
}

const FlowResult& flow(const Results& results, const std::string& name) {
  return *std::find_if(results.flows.begin(), results.flows.end(),
                       [&](const FlowResult& each) { return each.name == name; });
}

const std::string kHundred = R"({"name": "lan0", "rate_mbps": 100})";

// 200 Mbit/s into 100: what the line does not carry is lost in the host, not in the modem.
TEST(LanPorts, AFloodLosesInTheHostWhatTheLineDoesNotCarry) {
  System system(load_scenario_text(
      scenario(kHundred, R"({"name": "flood", "modem": "cm0", "rate_mbps": 200})"), "x"));
  for (int i = 0; i < 9; ++i) {
    system.run_for(sc_core::sc_time(0.111111, sc_core::SC_SEC));
    const Results results = system.results();
    const ServiceFlowResult& up = results.service_flows.at(0);
    ASSERT_EQ(up.offered.packets, up.accounted().packets);
    ASSERT_EQ(system.packets_alive(), up.queued.packets + system.packets_in_transit());
  }
  system.run();
  const Results results = system.results();
  const FlowResult& flood = flow(results, "flood");
  const LanPortResult& port = results.lan_ports.at(0);
  const ServiceFlowResult& up = results.service_flows.at(0);
  EXPECT_EQ(port.modem, "cm0");
  EXPECT_EQ(port.name, "lan0");
  EXPECT_EQ(port.rate_mbps, 100U);
  EXPECT_EQ(port.entered.packets, up.offered.packets);
  EXPECT_EQ(port.entered.bytes, up.offered.bytes);
  EXPECT_EQ(port.host_peak_packets, 1'000U);
  EXPECT_EQ(port.host_drops.packets, flood.host_drops);
  // Offered and lost in the host is sent by the source, but for 1001 frames that still wait.
  EXPECT_EQ(flood.sent_packets, up.offered.packets + flood.host_drops + 1'001);
  EXPECT_NEAR(static_cast<double>(up.offered.packets), 100e6 / 8 / 1'520, 2);
  EXPECT_EQ(up.buffer_drops.packets + up.aqm_drops.packets, 0U);
  EXPECT_NEAR(*port.host_wait_ms.max, 1'000 * 1'520 * 80e-6, 0.13);
  EXPECT_GE(flood.lost_packets, flood.host_drops);
}

// A connection stops in its host and loses nothing there, whatever floods the same port.
TEST(LanPorts, TcpLosesNothingInItsHost) {
  System system(load_scenario_text(
      scenario(kHundred, R"({"name": "ftp", "kind": "tcp", "modem": "cm0", "rtt_ms": 10},
                            {"name": "flood", "modem": "cm0", "rate_mbps": 115})"),
      "x"));
  system.run();
  const Results results = system.results();
  EXPECT_EQ(flow(results, "ftp").host_drops, 0U);
  EXPECT_EQ(flow(results, "ftp").transport->retransmissions, 0U);
  EXPECT_GT(flow(results, "ftp").goodput_mbps, 1);
  EXPECT_GT(flow(results, "flood").host_drops, 0U);
}

TEST(LanPorts, EachPortHasALineOfItsOwn) {
  System system(load_scenario_text(
      scenario(R"({"name": "slow", "rate_mbps": 10}, {"name": "fast", "rate_mbps": 1000})",
               R"({"name": "a", "modem": "cm0", "rate_mbps": 40},
                  {"name": "b", "modem": "cm0", "rate_mbps": 200, "ethernet_port": "fast"},
                  {"name": "c", "modem": "cm0", "rate_mbps": 200, "ethernet_port": "fast",
                   "direction": "downstream"},
                  {"name": "d", "modem": "cm0", "rate_mbps": 5, "direction": "downstream"})"),
      "x"));
  system.run();
  const Results results = system.results();
  ASSERT_EQ(results.lan_ports.size(), 2U);
  EXPECT_GT(results.lan_ports[0].host_drops.packets, 0U);
  EXPECT_EQ(results.lan_ports[1].host_drops.packets, 0U);
  EXPECT_EQ(*results.lan_ports[1].host_wait_ms.max, 0);
  EXPECT_NEAR(flow(results, "a").goodput_mbps, 9.8, 0.1);
  EXPECT_NEAR(flow(results, "b").goodput_mbps, 198, 3);
  EXPECT_NEAR(flow(results, "c").goodput_mbps, 199, 2);
  EXPECT_NEAR(flow(results, "d").goodput_mbps, 5, 0.1);
}

// The cable is faster than the port: the modem's frames to the hosts wait in it, then are lost.
TEST(LanPorts, TheWayToTheHostsHasARateToo) {
  System system(
      load_scenario_text(scenario(kHundred, R"({"name": "d", "modem": "cm0", "rate_mbps": 200,
                            "direction": "downstream"})"),
                         "x"));
  for (int i = 0; i < 5; ++i) {
    system.run_for(sc_core::sc_time(0.19, sc_core::SC_SEC));
    ASSERT_EQ(system.packets_alive(),
              system.results().service_flows.at(0).queued.packets + system.packets_in_transit());
  }
  system.run();
  const Results results = system.results();
  EXPECT_NEAR(flow(results, "d").goodput_mbps, 100 * 1'500 / 1'520.0, 0.5);
  EXPECT_GT(results.lan_ports.at(0).egress_drops, 1'000U);
  EXPECT_EQ(results.lan_ports.at(0).host_drops.packets, 0U);
  EXPECT_EQ(flow(results, "d").lost_packets, results.lan_ports.at(0).egress_drops);
}

class LanCapture : public ::testing::Test {
 protected:
  ~LanCapture() override { std::filesystem::remove(file_); }

  // Time stamps of interface lan-cm0 in each direction, with the frame's length, DA..CRC.
  struct Frame {
    std::uint64_t time_ns = 0;
    std::uint64_t bytes = 0;
  };
  std::map<bool, std::vector<Frame>> capture(const std::string& arguments) {
    run_text(arguments + " --capture " + file_);
    std::map<bool, std::vector<Frame>> frames;
    for (const CapturedPacket& packet : read_blocks(file_)) {
      if (packet.interface == "lan-cm0") {
        const bool up = packet.octets.at(26) == 192;  // IPv4 source: of the modem's LAN
        frames[up].push_back({packet.time_ns, packet.original_bytes + 4});
      }
    }
    return frames;
  }
  // Shorter than the line's octets of the later frame, preamble and gap: the largest of all pairs.
  static unsigned too_close(const std::vector<Frame>& frames, double ns_per_octet) {
    unsigned pairs = 0;
    for (std::size_t i = 1; i < frames.size(); ++i) {
      const double apart = static_cast<double>(frames[i].time_ns - frames[i - 1].time_ns);
      pairs += apart + 1 < ns_per_octet * static_cast<double>(frames[i].bytes + 20) ? 1 : 0;
    }
    return pairs;
  }

  const std::string file_ = ::testing::TempDir() + "docsis_vp_lan_capture_" +
                            ::testing::UnitTest::GetInstance()->current_test_info()->name() +
                            ".pcapng";
};

TEST_F(LanCapture, ShowsNoTwoFramesCloserThanTheLineAllows) {
  for (const unsigned rate : {100U, 1'000U}) {
    const ScenarioFile file(
        scenario(R"({"name": "lan0", "rate_mbps": )" + std::to_string(rate) + "}",
                 R"({"name": "ftp", "kind": "tcp", "modem": "cm0", "rtt_ms": 20, "count": 3},
                    {"name": "down", "kind": "tcp", "modem": "cm0", "rtt_ms": 20,
                     "direction": "downstream", "count": 2},
                    {"name": "call", "kind": "voip", "modem": "cm0", "phase_us": 0, "count": 5})",
                 "80"));
    const auto frames = capture(file.path());
    ASSERT_GT(frames.at(true).size(), 4'000U);
    ASSERT_GT(frames.at(false).size(), 2'000U);
    EXPECT_EQ(too_close(frames.at(true), 8e3 / rate), 0U) << rate;
    EXPECT_EQ(too_close(frames.at(false), 8e3 / rate), 0U) << rate;
  }
}

// A window that opens by several packets enters at one instant, and the report says what it is.
TEST_F(LanCapture, WithoutALineFramesEnterAtOneInstant) {
  const std::string port = R"({"name": "lan0", "line": "none"})";
  const std::string flows = R"({"name": "ftp", "kind": "tcp", "modem": "cm0", "rtt_ms": 20},
                               {"name": "x", "modem": "cm0", "rate_mbps": 6, "phase_us": 0},
                               {"name": "y", "modem": "cm0", "rate_mbps": 6, "phase_us": 0})";
  const ScenarioFile file(scenario(port, flows, "80"));
  const auto frames = capture(file.path());
  unsigned together = 0;
  for (std::size_t i = 1; i < frames.at(true).size(); ++i) {
    together += frames.at(true)[i].time_ns == frames.at(true)[i - 1].time_ns ? 1 : 0;
  }
  EXPECT_GT(together, frames.at(true).size() / 4);
}

TEST(LanPorts, WithoutALineNothingWaitsInTheHost) {
  const std::string text = scenario(R"({"name": "lan0", "line": "none"})",
                                    R"({"name": "ftp", "kind": "tcp", "modem": "cm0", "rtt_ms": 10},
                  {"name": "down", "kind": "tcp", "modem": "cm0", "direction": "downstream"},
                  {"name": "x", "modem": "cm0", "rate_mbps": 60, "phase_us": 100},
                  {"name": "y", "modem": "cm0", "rate_mbps": 60, "phase_us": 100})");
  const ScenarioFile file(text);
  System system(load_scenario(file.path()));
  HeapShaker shaker("shaker", 7);
  system.run();
  const Results results = system.results();
  const LanPortResult& port = results.lan_ports.at(0);
  EXPECT_FALSE(port.rate_mbps);
  EXPECT_EQ(port.entered.packets, results.service_flows.at(0).offered.packets);
  EXPECT_EQ(*port.host_wait_ms.max, 0);
  EXPECT_EQ(port.host_peak_packets, 0U);
  EXPECT_EQ(port.egress_drops, 0U);
  EXPECT_EQ(without_host(results.json()), run_text(file.path()));
}

// Frames arrive at the times of the recording; those that it has too close arrive as close as the
// line allows.
TEST_F(LanCapture, AReplayKeepsItsTimesWhereTheLineAllows) {
  const std::string trace = std::filesystem::absolute("traces/linux-upload-14mbit.pcapng").string();
  const ScenarioFile file(
      scenario(R"({"name": "lan0", "rate_mbps": 100})",
               R"({"name": "r", "kind": "trace", "modem": "cm0", "start_s": 0.1, "file": ")" +
                   trace + "\"}"));
  run_text(file.path() + " --capture " + file_);
  std::vector<CapturedPacket> frames = read_blocks(file_);
  frames.erase(std::remove_if(frames.begin(), frames.end(),
                              [](const auto& frame) { return frame.interface != "lan-cm0"; }),
               frames.end());
  hosts::CaptureReader reader(trace);
  constexpr double kNsPerOctet = 80;
  double before = 0;  // end of the frame before, its gap included
  std::size_t on_time = 0;
  ASSERT_GT(frames.size(), 500U);
  std::optional<hosts::EpochPs> first;
  for (const CapturedPacket& frame : frames) {
    const auto recorded = reader.next();
    first = first ? first : recorded->time;
    const double due = 1e8 + 1e-3 * static_cast<double>(*recorded->time - *first);
    const double octets = frame.original_bytes + 4;
    const double earliest = before + kNsPerOctet * (8 + octets);
    const auto arrived = static_cast<double>(frame.time_ns);
    on_time += std::abs(arrived - due) <= 1 ? 1 : 0;
    ASSERT_NEAR(arrived, std::max({due, earliest, 1e8 + kNsPerOctet * (8 + octets)}), 2);
    before = arrived + kNsPerOctet * 12;
  }
  EXPECT_GT(on_time, frames.size() / 3);
  EXPECT_LT(on_time, frames.size());
}

// The order of the kernel's queue does not show.
TEST(LanPorts, SameBitsWithDummyEvents) {
  const std::string text =
      scenario(kHundred, R"({"name": "ftp", "kind": "tcp", "modem": "cm0", "rtt_ms": 10},
                            {"name": "x", "modem": "cm0", "rate_mbps": 60, "phase_us": 0},
                            {"name": "y", "modem": "cm0", "rate_mbps": 60, "phase_us": 0})");
  const ScenarioFile file(text);
  System system(load_scenario(file.path()));
  HeapShaker shaker("shaker", 11);
  system.run();
  EXPECT_EQ(without_host(system.results().json()), run_text(file.path()));
}

}  // namespace
}  // namespace docsis_vp::system::lan_ports_test
