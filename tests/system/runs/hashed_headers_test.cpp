// Flow queueing by other headers than the 5-tuple: scenarios/vpn.json.
#include <gtest/gtest.h>

#include <string>

#include "tests/system/runs/run.h"

namespace docsis_vp::system::hashed_headers_test {
namespace {

JsonNode run_vpn(const std::string& hash) {
  return run_results("scenarios/vpn.json --set duration_s=20 --set service_flows.us0.aqm.hash=" +
                     hash);
}

// The sum of the flows first to last.
double goodput_mbps(const JsonNode& results, int first, int last) {
  double sum = 0;
  for (int flow = first; flow <= last; ++flow) {
    sum += number(results, "flows." + std::to_string(flow) + ".goodput_mbps");
  }
  return sum;
}

// The call shares a queue with the three uploads of its tunnel, but not with the other upload. A
// look inside gives it a queue of its own.
TEST(HashedHeaders, ACallInATunnelWaitsBehindTheUploadsOfTheTunnel) {
  const JsonNode outer = run_vpn("five_tuple");
  const JsonNode inner = run_vpn("inner");
  const double mos_outer = number(outer, "flows.0.mos");
  const double mos_inner = number(inner, "flows.0.mos");
  RecordProperty("mos_outer", std::to_string(mos_outer));
  RecordProperty("mos_inner", std::to_string(mos_inner));
  EXPECT_LT(mos_outer, mos_inner - 0.2);
  // By the outer header the tunnel has the share of one flow.
  EXPECT_NEAR(goodput_mbps(outer, 1, 3) / goodput_mbps(outer, 4, 4), 1, 0.1);
  EXPECT_NEAR(goodput_mbps(inner, 1, 3) / goodput_mbps(inner, 4, 4), 3, 0.2);
}

// Two hosts, one with eight uploads: by ports the other gets a ninth, by addresses half.
TEST(HashedHeaders, WithoutPortsHostsShareAlike) {
  const auto share_of_one = [](const std::string& hash) {
    const ScenarioFile scenario(R"({
      "duration_s": 15, "stats": {"warmup_s": 5},
      "modems": [{"name": "cm0"}],
      "service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 20,
        "aqm": {"algorithm": "fq_codel", "hash": ")" +
                                hash + R"("}}],
      "flows": [
        {"name": "one", "kind": "tcp", "modem": "cm0", "rtt_ms": 20, "lan_address": "192.0.2.2"},
        {"name": "many", "kind": "tcp", "modem": "cm0", "count": 8, "rtt_ms": 20,
         "lan_address": "192.0.2.1", "start_spread_s": 1}
      ]})");
    const JsonNode results = run_results(scenario.path());
    return goodput_mbps(results, 0, 0) / goodput_mbps(results, 0, 8);
  };
  EXPECT_NEAR(share_of_one("five_tuple"), 1.0 / 9, 0.02);
  EXPECT_NEAR(share_of_one("three_tuple"), 0.5, 0.03);
}

}  // namespace
}  // namespace docsis_vp::system::hashed_headers_test
