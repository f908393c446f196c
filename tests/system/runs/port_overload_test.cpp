// More packets than the queue memory's port can write: reads keep their beats, and what is lost is
// lost in front of the port.
#include <gtest/gtest.h>

#include <string>

#include "system/assembly/system.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system::port_overload_test {
namespace {

void expect_conserved(const Results& results) {
  for (const ServiceFlowResult& flow : results.service_flows) {
    EXPECT_EQ(flow.offered.packets, flow.accounted().packets);
    EXPECT_EQ(flow.offered.bytes, flow.accounted().bytes);
  }
}

// A port of 4.8 Gbit/s in one direction, half of the default, under 4.9 Gbit/s of 1500 bytes.
std::string flooded(const std::string& placement, const std::string& law) {
  return R"({"duration_s": 0.1, "rf": {"profile": "docsis30", "map_phase_us": 0},
    "modems": [{"name": "cm", "queue_memory": {"port_efficiency_percent": 30})" +
         placement + R"(}],
    "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 20,
                       "max_burst_bytes": 20000, "peak_rate_mbps": 4500, "aqm": ")" +
         law + R"("}],
    "flows": [{"name": "x", "modem": "cm", "rate_mbps": 4900, "packet_bytes": 1500}]})";
}

class Flood : public ::testing::TestWithParam<const char*> {};

// Drops at arrival cost no write, whoever decides on them: the port is as busy as with all in
// gates.
TEST_P(Flood, CostsNoGrant) {
  System system(load_scenario_text(flooded(GetParam(), "docsis_pie"), "test"));
  system.run();
  const Results results = system.results();
  EXPECT_EQ(results.mac.grants_missed, 0U);
  EXPECT_GT(results.mac.grants, 40U);
  EXPECT_GT(results.service_flows[0].sent.packets, 100U);
  expect_conserved(results);
  const PortResult& port = results.placements[0].port;
  EXPECT_LT(port.read_share + port.write_share, 0.1);
  // A MAP of 2 ms is 7680 bytes, 3200 beats, 6400 cycles of 4 ns; a builder needs a little more.
  EXPECT_GT(*results.service_flows[0].deadline_slack_us.min, 650 - 25.6 - 1.5);
}

INSTANTIATE_TEST_SUITE_P(
    Placements, Flood,
    ::testing::Values("", R"(, "control_law": "firmware", "cpu": {"profile": "zero"})",
                      R"(, "control_law": "firmware", "drop": "firmware",
                          "cpu": {"profile": "zero"})"));

// 200 packets of 1500 bytes in 2.44 ms, each of which takes the port 50 us; a full MAP takes 256 us
// alone, 512 us beside writes, of 650.
TEST(PortOverload, ABurstOfPacketsCostsPacketsButNoGrant) {
  System system(load_scenario_text(R"({
    "duration_s": 0.3, "rf": {"profile": "docsis30", "map_phase_us": 0, "grant_offset_us": 0},
    "modems": [{"name": "cm", "queue_memory": {"port_bytes_per_cycle": 1,
                                               "port_efficiency_percent": 12,
                                               "ingress_fifo_bytes": 30000}}],
    "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 20,
                       "max_burst_bytes": 20000, "aqm": "none"}],
    "flows": [{"name": "a", "modem": "cm", "packet_bytes": 1000, "rate_mbps": 10},
              {"name": "b", "modem": "cm", "packet_bytes": 1500, "interval_us": 12.2,
               "start_s": 0.1, "packets": 200}]})",
                                   "test"));
  system.run();
  const Results results = system.results();
  EXPECT_EQ(results.mac.grants_missed, 0U);
  expect_conserved(results);
  // While 200 packets come it writes at least 24 and at most 49, and 20 wait.
  const std::uint64_t lost = results.service_flows[0].ingress_fifo_drops.packets;
  EXPECT_GE(lost, 200U - 49 - 20);
  EXPECT_LE(lost, 200U - 24 - 20 + 4);
  const PortResult& port = results.placements[0].port;
  EXPECT_LE(port.peak_backlog_bytes, 30'000U);
  EXPECT_GT(port.peak_backlog_bytes, 28'500U);
  // 20 packets are ahead at most, 50 us each, or 100 beside a read.
  EXPECT_GT(port.longest_write_wait_us, 19 * 50);
  EXPECT_LT(port.longest_write_wait_us, 20 * 100);
}

}  // namespace
}  // namespace docsis_vp::system::port_overload_test
