// Capacity of an upstream channel beside preamble, guard time, parity and long requests.
#include <gtest/gtest.h>

#include "models/cmts/cmts.h"
#include "system/assembly/system.h"

namespace docsis_vp::system::burst_overhead_test {
namespace {

std::string flooded(const std::string& channel) {
  return R"({"duration_s": 2, "rf": {"channels": [{"name": "a", )" + channel + R"(}]},
    "modems": [{"name": "cm"}],
    "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 40, "aqm": "none"}],
    "flows": [{"name": "flood", "modem": "cm", "rate_mbps": 35}]})";
}

// In 160 minislots of 48 bytes, 4 requests of 7 bytes, 16 of parity and a minislot at the edges
// take 8. The rest are the edges of one burst, 30 codewords of 236 bytes and one of 168, which
// carry 220 and 152.
TEST(BurstOverhead, GrantsOfAFullChannelCarryWhatItLeaves) {
  System system(
      load_scenario_text(flooded(R"("preamble_symbols": 56, "guard_symbols": 8, "fec_t": 8,
                 "fec_codeword_bytes": 220)"),
                         "test"));
  system.run_for(sc_core::sc_time(1, sc_core::SC_SEC));
  const cmts::MapScheduler& scheduler = system.cmts().scheduler();
  const std::uint64_t bytes = scheduler.flow_counters(0).granted_bytes;
  const std::uint64_t maps = scheduler.counters(0).maps;
  const std::uint64_t grants = scheduler.flow_counters(0).grants;
  system.run_for(sc_core::sc_time(500, sc_core::SC_MS));
  EXPECT_EQ(scheduler.flow_counters(0).grants - grants, scheduler.counters(0).maps - maps);
  EXPECT_EQ(scheduler.flow_counters(0).granted_bytes - bytes,
            (scheduler.counters(0).maps - maps) * (30 * 220 + 152));
  EXPECT_EQ(scheduler.flow_counters(0).unused_grants, 0U);
  EXPECT_EQ(system.cmts().receiver().counters().stray_bursts, 0U);
}

// 1 Mbit/s: requests last 5 minislots, and what is sent arrives.
TEST(BurstOverhead, ASlowChannelHasLongRequests) {
  System system(load_scenario_text(R"({"duration_s": 4,
    "rf": {"channels": [{"name": "a", "rate_mbps": 1}]},
    "modems": [{"name": "cm", "count": 3}],
    "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 1, "aqm": "none"}],
    "flows": [{"name": "ping", "modem": "cm", "packet_bytes": 100, "interval_us": 30000,
               "packets": 100}]})",
                                   "test"));
  const cmts::MapScheduler& scheduler = system.cmts().scheduler();
  EXPECT_EQ(scheduler.geometry(0).parameters().request_minislots, 5U);
  system.run_for(sc_core::sc_time(4, sc_core::SC_SEC));
  EXPECT_GT(scheduler.counters(0).successes, 200U);
  for (const ServiceFlowResult& flow : system.results().service_flows) {
    EXPECT_EQ(flow.sent.packets, 100U);
  }
}

}  // namespace
}  // namespace docsis_vp::system::burst_overhead_test
