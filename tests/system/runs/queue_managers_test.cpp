// Queue managers in closed loop: what they aim at is what comes of it.
#include <gtest/gtest.h>

#include <string>

#include "system/assembly/system.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::queue_managers_test {
namespace {

// A downstream of 38 Mbit/s with a quarter of a second of buffer.
constexpr const char* kDownloads = R"({
  "duration_s": 40, "stats": {"warmup_s": 12},
  "modems": [{"name": "cm0"}],
  "service_flows": [
    {"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 20},
    {"name": "ds0", "modem": "cm0", "direction": "downstream", "max_sustained_rate_mbps": 38,
     "buffer_ms": 250}
  ],
  "flows": [
    {"name": "ftp", "kind": "tcp", "modem": "cm0", "count": 20, "direction": "downstream",
     "rtt_ms": 50, "start_spread_s": 1}
  ]
})";
constexpr const char* kFlood = R"({
  "duration_s": 40, "stats": {"warmup_s": 12},
  "modems": [{"name": "cm0"}],
  "service_flows": [
    {"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 20},
    {"name": "ds0", "modem": "cm0", "direction": "downstream", "max_sustained_rate_mbps": 38,
     "buffer_ms": 250}
  ],
  "flows": [
    {"name": "flood", "kind": "udp", "modem": "cm0", "direction": "downstream", "rate_mbps": 50,
     "packet_bytes": 1000}
  ]
})";

ServiceFlowResult downstream_of(const char* scenario, const std::vector<std::string>& sets) {
  System system(load_scenario_text(scenario, "test", {"", sets}));
  system.run();
  return system.results().service_flows.at(1);
}

std::string aqm(const std::string& algorithm, const std::string& estimator) {
  return R"({"algorithm": ")" + algorithm + R"(", "estimator": ")" + estimator + R"("})";
}

struct PieCase {
  const char* algorithm;
  const char* estimator;
  int flows;  // 0: a flood that gives way to nothing
};

std::string name_of(const PieCase& of) {
  return std::string(of.algorithm) + "_by_" + of.estimator + "_" +
         (of.flows > 0 ? std::to_string(of.flows) + "_downloads" : "flood");
}
void PrintTo(const PieCase& of, std::ostream* to) {
  *to << name_of(of);
}

class EveryPie : public testing::TestWithParam<PieCase> {};

TEST_P(EveryPie, HoldsItsTarget) {
  const auto [algorithm, estimator, flows] = GetParam();
  const double target_ms = aqm_find(algorithm)->target_us / 1e3;
  const std::string law = "service_flows.ds0.aqm=" + aqm(algorithm, estimator);
  const ServiceFlowResult result =
      flows > 0 ? downstream_of(kDownloads, {law, "flows.ftp.count=" + std::to_string(flows)})
                : downstream_of(kFlood, {law});
  EXPECT_NEAR(*result.queue_delay_ms.p50, target_ms, 0.2 * target_ms);
  EXPECT_NEAR(*result.queue_delay_ms.mean, target_ms, 0.2 * target_ms);
  EXPECT_LT(*result.queue_delay_ms.p99, 3 * target_ms);
  EXPECT_GT(result.utilization, 0.98);
}

INSTANTIATE_TEST_SUITE_P(Downstream, EveryPie, testing::ValuesIn([] {
                           std::vector<PieCase> cases;
                           for (const char* algorithm : {"pie", "pie_draft", "pie_linux"}) {
                             for (const char* estimator : {"timestamp", "departure_rate"}) {
                               for (const int flows : {0, 5, 50}) {
                                 cases.push_back({algorithm, estimator, flows});
                               }
                             }
                           }
                           for (const int flows : {0, 5, 50}) {
                             cases.push_back({"pie_linux_2014", "departure_rate", flows});
                           }
                           return cases;
                         }()),
                         [](const auto& of) { return name_of(of.param); });

// One probability for all queues: it is the backlog of all that comes to the reference of 45 ms,
// with few flows or more than there are queues.
class SfqPie : public testing::TestWithParam<std::tuple<std::string, int>> {};

TEST_P(SfqPie, HoldsTheBacklogOfAllQueuesAtItsReference) {
  const auto [manager, flows] = GetParam();
  const ServiceFlowResult result = downstream_of(
      kDownloads, {"service_flows.ds0.aqm=" + manager, "flows.ftp.count=" + std::to_string(flows)});
  EXPECT_NEAR(*result.queue_delay_ms.mean, 45, 0.15 * 45);
  EXPECT_GT(result.utilization, 0.98);
}

INSTANTIATE_TEST_SUITE_P(Downstream, SfqPie,
                         testing::Combine(testing::Values("sfq_pie", "sfq_pie_draft"),
                                          testing::Values(10, 50)),
                         [](const auto& of) {
                           return std::get<0>(of.param) + "_" +
                                  std::to_string(std::get<1>(of.param)) + "_downloads";
                         });

// Where a loop releases less than a packet no head is ever eligible as a whole.
class SlowCodel : public testing::TestWithParam<const char*> {};

TEST_P(SlowCodel, HoldsAModemsQueue) {
  System system(load_scenario_text(
      std::string(R"({"duration_s": 60, "rf": {"profile": "docsis30"}, "modems": [{"name": "cm"}],
          "service_flows": [{"name": "us", "modem": "cm", "buffer_ms": 1000, "aqm": "codel",
                             "max_sustained_rate_mbps": )") +
          GetParam() +
          R"(}], "flows": [{"name": "up", "kind": "tcp", "modem": "cm", "rtt_ms": 40}]})",
      "test"));
  system.run();
  const ServiceFlowResult flow = system.results().service_flows[0];
  EXPECT_GT(flow.aqm_drops.packets, 10U);
  EXPECT_LT(*flow.queue_delay_ms.mean, 100);
  EXPECT_GT(flow.utilization, 0.9);
}

INSTANTIATE_TEST_SUITE_P(Upstream, SlowCodel, testing::Values("0.5", "1", "1.5"),
                         [](const auto& rate) { return "Rate" + std::to_string(rate.index); });

TEST(QueueManagers, ASharedQueueIsManagedLikeAModemsOwn) {
  const ServiceFlowResult result =
      downstream_of(kDownloads, {"rf.downstream_mbps=38", "rf.map_lead_us=3000",
                                 R"(rf.downstream_queue={"aqm": "pie", "buffer_bytes": 1187500})"});
  EXPECT_NEAR(*result.queue_delay_ms.p50, 15, 3);
  // MAPs and headers take their part of the channel.
  EXPECT_GT(result.utilization, 0.97);
  EXPECT_LT(result.utilization, 0.995);
  EXPECT_EQ(result.offered.packets, result.accounted().packets);
}

JsonNode upstream_under(const std::string& aqm, unsigned seed = 1) {
  return run_results("scenarios/traffic/call-behind-uploads.json --seed " + std::to_string(seed) +
                     " --set 'service_flows.us0.aqm=" + aqm + "'");
}

double voice_p99_ms(const std::string& aqm) {
  return number(upstream_under(aqm), "flows.0.one_way_ms.p99");
}

// A queue of its own spares the call the wait behind the uploads, whose queues stand at 50 ms; of
// that 20 kB of transmit FIFO bring some back, at 10 Mbit/s at most 16 ms.
TEST(QueueManagers, InAModemTheyIsolateACallFromUploads) {
  const double codel = voice_p99_ms("codel");
  const double at_pull = voice_p99_ms("sfq_codel");
  const double ahead = voice_p99_ms(R"({"algorithm": "sfq_codel", "stage_bytes": 20000})");
  EXPECT_GT(codel, 15);
  EXPECT_LT(at_pull, codel / 2);
  EXPECT_GT(ahead, at_pull + 2);
  EXPECT_LT(ahead, at_pull + 16);
}

// Probabilities of their own drop more packets, and yet leave longer queues (cablelabs-2014
// sec. 4.6).
TEST(QueueManagers, OneProbabilityForAllQueuesDropsLessThanOneForEach) {
  struct Sums {
    double drops = 0;
    double delay_ms = 0;
  };
  const auto sums_under = [](const char* aqm) {
    Sums sums;
    for (unsigned seed = 1; seed <= 4; ++seed) {
      const JsonNode results = upstream_under(aqm, seed);
      sums.drops += number(results, "service_flows.0.aqm_drops");
      sums.delay_ms += number(results, "service_flows.0.queue_delay_ms.mean");
      EXPECT_GT(number(results, "service_flows.0.utilization"), 0.95);
    }
    return sums;
  };
  const Sums scaled = sums_under("sfq_pie");
  const Sums naive = sums_under("sfq_naive_pie");
  EXPECT_LT(scaled.drops, naive.drops);
  EXPECT_LT(scaled.delay_ms, naive.delay_ms);
}

// Flow queueing by other headers than the 5-tuple: scenarios/vpn.json.
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
TEST(QueueManagers, ACallInATunnelWaitsBehindTheUploadsOfTheTunnel) {
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
TEST(QueueManagers, WithoutPortsHostsShareAlike) {
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

JsonNode run_link(const std::string& algorithm, const std::string& more = "") {
  const std::string aqm = " --set service_flows.link.aqm.";
  return run_results("scenarios/oslo-2013/link.json --set duration_s=40 --set flows.ftp.count=4" +
                     aqm + "algorithm=" + algorithm + aqm + "target_ms=20" + aqm +
                     "interval_ms=150" + more);
}

// CoDel-DT with an omniscient predictor beside CoDel at the head (cablelabs-2014: they are equal),
// on the link of oslo-2013.
TEST(OmniscientCodelDt, BehavesAsCodelAtTheHead) {
  const JsonNode head = run_link("codel");
  const JsonNode tail = run_link("codel_dt", " --set service_flows.link.aqm.predictor=omniscient");
  const double head_ms = number(head, "service_flows.1.queue_delay_ms.mean");
  const double tail_ms = number(tail, "service_flows.1.queue_delay_ms.mean");
  RecordProperty("head_ms", std::to_string(head_ms));
  RecordProperty("tail_ms", std::to_string(tail_ms));
  EXPECT_NEAR(tail_ms, head_ms, 0.1 * head_ms);
  EXPECT_NEAR(goodput_mbps(tail, 0, 3), goodput_mbps(head, 0, 3), 0.02 * goodput_mbps(head, 0, 3));
}

}  // namespace
}  // namespace docsis_vp::system::queue_managers_test
