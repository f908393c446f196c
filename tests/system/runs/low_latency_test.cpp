// Low Latency DOCSIS: the scenarios of scenarios/lld, and what holds in all of them.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <tuple>

#include "platform/base/errors.h"
#include "system/assembly/modem/events.h"
#include "system/assembly/system.h"
#include "system/scenario/read/load.h"
#include "tests/system/heap_shaker.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::low_latency_test {
namespace {

constexpr std::size_t kClassic = 0;
constexpr std::size_t kLowLatency = 1;

// The results of a run by the program.
struct Figures {
  explicit Figures(const std::string& scenario)
      : results(run_results("scenarios/lld/" + scenario)) {}
  double home(const std::string& key) const {
    return number(results, "aggregate_service_flows.0." + key);
  }
  double queue(std::size_t of, const std::string& key) const {
    return number(results, "service_flows." + std::to_string(of) + "." + key);
  }
  JsonNode results;
};

// The first flow of the scenarios with a game.
std::string of_game(const std::string& key) {
  return "flows.0." + key;
}

TEST(LowLatency, AGameDoesNotWaitForUploads) {
  const Figures split("gaming-beside-uploads.json --duration 12");
  const Figures shared("gaming-beside-uploads.json --duration 12 --case one-queue");
  const double alone = number(split.results, of_game("one_way_ms.p99"));
  EXPECT_LT(alone, 20);  // 10 ms of wires
  EXPECT_LT(number(split.results, of_game("one_way_ms.p50")), 15);
  EXPECT_GT(number(shared.results, of_game("one_way_ms.p50")), 20);
  EXPECT_GT(number(shared.results, of_game("one_way_ms.p99")), 1.5 * alone);
  EXPECT_EQ(number(split.results, of_game("lost_packets")), 0);
  EXPECT_GT(split.home("utilization"), 0.97);
  EXPECT_LE(split.home("utilization"), 1.001);
  EXPECT_EQ(shared.queue(kLowLatency, "offered_packets"), 0);
  EXPECT_EQ(split.home("offered_packets"), split.queue(kClassic, "offered_packets") +
                                               split.queue(kLowLatency, "offered_packets") -
                                               split.home("redirected_packets"));
}

// Neither requests nor grants make the game wait: its p99 in the queue is below a millisecond. At
// 20 Mbit/s a Classic packet alone takes 0.6 ms of the aggregate's rate.
TEST(LowLatency, ProactiveGrantsKeepAGameBelowAMillisecond) {
  for (const auto& [amsr_mbps, p50_ms, p99_ms] : {std::tuple(50, 0.3, 0.7), {20, 0.4, 1.0}}) {
    const Figures run("gaming-beside-uploads.json --duration 12 --case proactive --set " +
                      std::string("aggregate_service_flows.home.amsr_mbps=") +
                      std::to_string(amsr_mbps));
    EXPECT_LT(run.home("low_latency_delay_ms.p99"), p99_ms) << amsr_mbps;
    EXPECT_LT(run.home("low_latency_delay_ms.p50"), p50_ms) << amsr_mbps;
    EXPECT_LT(number(run.results, of_game("one_way_ms.p99")), 10.6 + p99_ms) << amsr_mbps;
    EXPECT_EQ(number(run.results, of_game("lost_packets")), 0) << amsr_mbps;
    EXPECT_GT(run.home("utilization"), 0.97) << amsr_mbps;
  }
}

// The DSCP has the effect of ECT(1), in IPv6 as in IPv4.
TEST(LowLatency, ClassifiesByEcnAndDscpInBothVersionsOfIp) {
  const std::string v6 =
      " --set flows.game.lan_address=2001:db8::1 --set flows.game.wan_address=2001:db8::2";
  for (const std::string& set : {std::string(), " --case nqb" + v6, v6}) {
    const Figures run("gaming-beside-uploads.json --set stats.warmup_s=0 --duration 3" + set);
    EXPECT_EQ(run.queue(kLowLatency, "offered_packets"),
              number(run.results, of_game("sent_packets")))
        << set;
    EXPECT_GT(run.queue(kLowLatency, "offered_packets"), 80);
  }
  const Figures ecn_alone(
      "gaming-beside-uploads.json --set stats.warmup_s=0 --duration 3 --case nqb --set "
      "aggregate_service_flows.home.low_latency_packets.by_dscp=false");
  EXPECT_EQ(ecn_alone.queue(kLowLatency, "offered_packets"), 0);
}

struct Coexistence {
  int uploads;  // of each kind
  int rtt_ms;

  friend std::ostream& operator<<(std::ostream& out, const Coexistence& of) {
    return out << of.uploads << " of each, " << of.rtt_ms << " ms";
  }
};

class PragueBesideCubic : public testing::TestWithParam<Coexistence> {};

// Classic's mean delay under DOCSIS-PIE alone, at the rate that it has beside Prague.
double mean_delay_under_docsis_pie(const std::string& uploads) {
  const ScenarioFile alone(R"({"duration_s": 40, "stats": {"warmup_s": 10},
    "rf": {"profile": "docsis31"}, "modems": [{"name": "cm0"}],
    "service_flows": [{"name": "classic", "modem": "cm0", "max_sustained_rate_mbps": 30,
                       "aqm": {"algorithm": "docsis_pie", "target_ms": 10}}],
    "flows": [{"name": "cubic", "modem": "cm0", "kind": "tcp", "congestion_control": "cubic"}]})");
  return number(run_results(alone.path() + uploads), "service_flows.0.queue_delay_ms.mean");
}

// RFC 9332's intent: equal round trips get equal rates, within a factor of two. Classic keeps its
// target about as well as DOCSIS-PIE does without a second queue.
TEST_P(PragueBesideCubic, SharesTheRate) {
  const auto uploads = [](const std::string& flow) {
    return " --set flows." + flow + ".count=" + std::to_string(GetParam().uploads) +
           " --set flows." + flow + ".rtt_ms=" + std::to_string(GetParam().rtt_ms);
  };
  const Figures run("prague-beside-cubic.json" + uploads("prague") + uploads("cubic"));
  const double ratio = run.queue(kLowLatency, "sent_mbps") / run.queue(kClassic, "sent_mbps");
  EXPECT_GT(ratio, 0.5);
  EXPECT_LT(ratio, 2);
  EXPECT_GT(run.home("utilization"), 0.98);
  EXPECT_LE(run.home("utilization"), 1.001);
  // MAXTH at 50 Mbit/s, and the loop.
  EXPECT_LT(run.home("low_latency_delay_ms.p99"),
            1.164 + run.queue(kLowLatency, "request_grant_ms.p99"));
  EXPECT_LT(run.home("low_latency_delay_ms.p99"), run.home("classic_delay_ms.p99"));
  EXPECT_LT(run.home("classic_delay_ms.mean"),
            1.35 * mean_delay_under_docsis_pie(uploads("cubic")));
  EXPECT_GT(run.queue(kLowLatency, "aqm_marks"), 1'000);
  EXPECT_LT(run.home("redirected_packets"), 0.01 * run.queue(kLowLatency, "offered_packets"));
  EXPECT_GT(run.home("coupled_probability_mean"), 0.01);
}

INSTANTIATE_TEST_SUITE_P(Cases, PragueBesideCubic,
                         testing::Values(Coexistence{1, 10}, Coexistence{1, 20}, Coexistence{1, 40},
                                         Coexistence{2, 10}, Coexistence{2, 20}, Coexistence{2, 40},
                                         Coexistence{4, 10}, Coexistence{4, 20},
                                         Coexistence{4, 40}));

TEST(LowLatency, ProtectionKeepsAnAttackerOutOfTheOthersQueue) {
  const std::string time = "attacker.json --duration 12";
  const std::string p99 = of_game("one_way_ms.p99");
  const Figures without(time + " --case no-attacker");
  const Figures with(time);
  const Figures unprotected(time + " --case unprotected");
  const double undisturbed = number(without.results, p99);
  EXPECT_LT(number(with.results, p99), undisturbed + 1.5);
  EXPECT_GT(number(unprotected.results, p99), undisturbed + 5);
  EXPECT_GT(with.home("redirected_packets"), 0.4 * with.queue(kLowLatency, "offered_packets"));
  EXPECT_EQ(unprotected.home("redirected_packets"), 0);
  EXPECT_GT(unprotected.queue(kLowLatency, "buffer_drops"), 1'000);
  EXPECT_GT(unprotected.home("low_latency_delay_ms.p50"),
            2 * with.home("low_latency_delay_ms.p50"));
}

// Notes the service flows that each flow takes, and counts its packets that later ones overtook.
class Overtaken : public EventObserver {
 public:
  struct Flow {
    std::set<unsigned> service_flows;
    std::uint64_t next = 0;
    std::uint64_t late = 0;
  };

  void enqueued(const PacketEvent& event) override {
    if (event.direction == Direction::kUpstream) {
      flows[event.packet.flow].service_flows.insert(event.service_flow);
    }
  }
  void delivered(const PacketEvent& event) override {
    if (event.direction != Direction::kUpstream) return;
    Flow& flow = flows[event.packet.flow];
    flow.late += event.packet.sequence < flow.next ? 1 : 0;
    flow.next = std::max(flow.next, event.packet.sequence + 1);
  }

  std::map<FlowId, Flow> flows;
};

// Redirected packets leave the order of their flow, and no other flow's packets do.
TEST(LowLatency, OnlyTheSanctionedFlowIsReordered) {
  System system(
      load_scenario("scenarios/lld/attacker.json", {"", {"duration_s=6", "stats.warmup_s=0"}}));
  Overtaken overtaken;
  system.subscribe(overtaken, kPacketEvents);
  system.run();
  EXPECT_GT(system.results().aggregates[0].redirected.packets, 5'000U);
  EXPECT_EQ(overtaken.flows.size(), 3U);
  int split = 0;
  for (const auto& [id, flow] : overtaken.flows) {
    EXPECT_EQ(flow.late > 1'000, flow.service_flows.size() == 2) << id;
    EXPECT_EQ(flow.late > 0, flow.service_flows.size() == 2) << id;
    split += flow.service_flows.size() == 2 ? 1 : 0;
  }
  EXPECT_EQ(split, 1);
}

// The full home: game and calls wait for grants upstream and for nothing downstream, beside
// transfers that fill both directions.
TEST(LowLatency, AFullHomeHasTwoQueuesInBothDirections) {
  constexpr std::size_t kUp = 0;
  constexpr std::size_t kDown = 1;
  const Figures both("full-home.json --duration 10");
  const Figures one("full-home.json --duration 10 --case one-queue");
  const auto of = [](const Figures& run, std::size_t aggregate, const std::string& key) {
    return number(run.results, "aggregate_service_flows." + std::to_string(aggregate) + "." + key);
  };
  EXPECT_LT(of(both, kUp, "low_latency_delay_ms.p99"), 2.5);
  EXPECT_LT(of(both, kDown, "low_latency_delay_ms.p99"), 0.5);
  for (const std::size_t aggregate : {kUp, kDown}) {
    EXPECT_GT(of(both, aggregate, "utilization"), 0.8) << aggregate;
    EXPECT_LE(of(both, aggregate, "utilization"), 1.001) << aggregate;
    EXPECT_GT(of(both, aggregate, "aqm_marks"), 100) << aggregate;
    EXPECT_GT(of(both, aggregate, "aqm_drops"), 0) << aggregate;
    EXPECT_GT(of(one, aggregate, "classic_delay_ms.p99"),
              5 * of(both, aggregate, "low_latency_delay_ms.p99"))
        << aggregate;
  }
}

// Acknowledgements of Classic transfers wait behind Classic transfers of the other direction, come
// in clumps, and release bursts that no drop probability can follow. Where they do not wait, both
// Classic queues come down to the target and the loop, and CUBIC is faster.
TEST(LowLatency, ClassicKeepsItsTargetInAFullHomeWhereAcknowledgementsDoNotWait) {
  const Figures waits("full-home.json --duration 12");
  const Figures apart("full-home.json --duration 12 --case acks-apart");
  const auto of = [](const Figures& run, std::size_t aggregate, const std::string& key) {
    return number(run.results, "aggregate_service_flows." + std::to_string(aggregate) + "." + key);
  };
  for (const std::size_t aggregate : {0U, 1U}) {
    EXPECT_LT(of(apart, aggregate, "classic_delay_ms.p50"), 20) << aggregate;
    EXPECT_LT(of(apart, aggregate, "classic_delay_ms.p99"), 50) << aggregate;
    EXPECT_GT(of(waits, aggregate, "classic_delay_ms.p50"),
              1.8 * of(apart, aggregate, "classic_delay_ms.p50"))
        << aggregate;
    EXPECT_NEAR(of(apart, aggregate, "low_latency_delay_ms.p99"),
                of(waits, aggregate, "low_latency_delay_ms.p99"), 0.1)
        << aggregate;
  }
}

// A channel of 30 Mbit/s under an aggregate of 50, beside another modem: the CMTS gives the
// aggregate half, and of that its weight to low latency.
TEST(LowLatency, TheCmtsSplitsAFullChannelByWeight) {
  const ScenarioFile file(R"({"duration_s": 6, "stats": {"warmup_s": 2},
    "rf": {"profile": "docsis30"}, "modems": [{"name": "home"}, {"name": "other"}],
    "service_flows": [{"name": "c", "modem": "home"}, {"name": "l", "modem": "home"},
      {"name": "o", "modem": "other", "max_sustained_rate_mbps": 50, "aqm": "none"}],
    "aggregate_service_flows": [{"name": "asf", "modem": "home", "amsr_mbps": 50,
      "classic_service_flow": "c", "low_latency_service_flow": "l",
      "aqm": {"weight": 192, "queue_protection": false, "overload_drops": false}}],
    "flows": [{"name": "c", "modem": "home", "rate_mbps": 40},
      {"name": "l", "modem": "home", "rate_mbps": 40, "ecn": "ect1"},
      {"name": "o", "modem": "other", "rate_mbps": 40}]})");
  const JsonNode results = run_results(file.path());
  const double classic = number(results, "service_flows.0.sent_mbps");
  const double low_latency = number(results, "service_flows.1.sent_mbps");
  const double other = number(results, "service_flows.2.sent_mbps");
  EXPECT_NEAR(low_latency / (low_latency + classic), 0.75, 0.02);
  EXPECT_NEAR((low_latency + classic) / other, 1, 0.03);
}

TEST(LowLatency, NothingVanishesAtAnyInstant) {
  System system(
      load_scenario("scenarios/lld/attacker.json",
                    {"", {"duration_s=4", "stats.warmup_s=0", "flows.attacker.start_s=0"}}));
  std::uint64_t redirected = 0;
  for (int i = 0; i < 500; ++i) {
    system.run_for(sc_core::sc_time(3'456'789'013.0 + 1'000'003.0 * i, sc_core::SC_PS));
    const Results results = system.results();
    std::uint64_t queued = 0;
    for (const std::size_t of : {kClassic, kLowLatency}) {
      const ServiceFlowResult& flow = results.service_flows[of];
      const ServiceFlowResult::Amount accounted = flow.accounted();
      ASSERT_EQ(flow.offered.packets, accounted.packets) << "at " << results.simulated_s;
      ASSERT_EQ(flow.offered.bytes, accounted.bytes) << "at " << results.simulated_s;
      queued += flow.queued.packets;
    }
    redirected = results.service_flows[kLowLatency].aggregate->redirected.packets;
    ASSERT_EQ(results.aggregates[0].redirected.packets, redirected);
    ASSERT_EQ(system.packets_alive(),
              queued + results.service_flows[2].queued.packets + system.packets_in_transit())
        << "at " << results.simulated_s;
  }
  EXPECT_GT(redirected, 100U);
}

constexpr const char* kDomain = R"({"duration_s": 2, "stats": {"warmup_s": 0},
  "rf": {"profile": "docsis31", "channels": [{"name": "us0"}]},
  "modems": [{"name": "cm", "count": 3}],
  "service_flows": [{"name": "c", "modem": "cm"}, {"name": "l", "modem": "cm"},
    {"name": "only", "modem": "cm"},
    {"name": "ds", "modem": "cm", "direction": "downstream", "max_sustained_rate_mbps": 100}],
  "aggregate_service_flows": [
    {"name": "home", "modem": "cm", "amsr_mbps": 10, "classic_service_flow": "c",
     "low_latency_service_flow": "l"},
    {"name": "single", "modem": "cm", "amsr_mbps": 2, "low_latency_service_flow": "only"}],
  "flows": [
    {"name": "p", "modem": "cm", "kind": "tcp", "congestion_control": "prague", "rtt_ms": 10},
    {"name": "q", "modem": "cm", "kind": "tcp", "rtt_ms": 10},
    {"name": "u", "modem": "cm", "kind": "udp", "rate_mbps": 12, "ecn": "ect1", "start_s": 0.5},
    {"name": "s", "modem": "cm", "kind": "tcp", "rtt_ms": 10, "service_flow": "single"}]})";

TEST(LowLatency, ManyModemsHaveAggregatesWhateverTheOrderOfTheKernelsQueue) {
  System system(load_scenario_text(kDomain, "domain"));
  HeapShaker shaker("shaker", 5);
  system.run();
  const Results results = system.results();
  ASSERT_EQ(results.aggregates.size(), 6U);
  for (const AggregateResult& aggregate : results.aggregates) {
    // Alone in a low-latency queue, a sender without ECN is dropped where others are marked.
    EXPECT_GT(aggregate.utilization, aggregate.name == "home" ? 0.95 : 0.4) << aggregate.modem;
    EXPECT_LE(aggregate.utilization, 1.002) << aggregate.modem << " " << aggregate.name;
    EXPECT_EQ(aggregate.redirected.packets > 0, aggregate.name == "home") << aggregate.modem;
  }
  const ScenarioFile file(kDomain);
  const JsonNode plain = run_results(file.path());
  for (std::size_t i = 0; i < results.service_flows.size(); ++i) {
    const std::string key = "service_flows." + std::to_string(i) + ".";
    EXPECT_EQ(number(plain, key + "sent_bytes"),
              static_cast<double>(results.service_flows[i].sent.bytes));
    EXPECT_EQ(number(plain, key + "aqm_marks"),
              static_cast<double>(results.service_flows[i].aqm_marks.packets));
  }
}

// Service flows, aggregates and traffic of 16 pairs beside a primary flow, in one direction. A
// modem has 32 classifiers: one for the traffic of each aggregate. The primary flow has what none
// matches.
struct SixteenPairs {
  explicit SixteenPairs(const std::string& direction) {
    const std::string way = R"(", "modem": "m", "direction": ")" + direction + '"';
    const std::string d = direction.substr(0, 1);
    services = R"({"name": "primary-)" + d + way + R"(, "max_sustained_rate_mbps": 5})";
    flows = R"({"name": "p)" + d + way + R"(, "rate_mbps": 1})";
    for (int i = 0; i < 16; ++i) {
      const std::string n = d + std::to_string(i);
      services += R"(, {"name": "l)" + n + way + R"(}, {"name": "c)" + n + way + "}";
      aggregates += std::string(i > 0 ? ", " : "") + R"({"name": "a)" + n + way +
                    R"(, "amsr_mbps": 2, "classic_service_flow": "c)" + n +
                    R"(", "low_latency_service_flow": "l)" + n + "\"}";
      flows += R"(, {"name": "t)" + n + way + R"(, "rate_mbps": 3, "ecn": ")" +
               (i % 2 == 0 ? "ect1" : "not_ect") + R"(", "service_flow": "a)" + n + "\"}";
    }
  }
  std::string services, aggregates, flows;
};

// 33 service flows in each direction, on bonded channels downstream.
TEST(LowLatency, SixteenPairsEachWayShareAModemWithItsPrimaryFlows) {
  const SixteenPairs up("upstream");
  const SixteenPairs down("downstream");
  const ScenarioFile file(
      R"({"duration_s": 1, "stats": {"warmup_s": 0},
    "rf": {"profile": "docsis31", "downstream_channels": [{"name": "d0"}, {"name": "d1"}]},
    "modems": [{"name": "m"}], "service_flows": [)" +
      up.services + ", " + down.services + R"(], "aggregate_service_flows": [)" + up.aggregates +
      ", " + down.aggregates + R"(], "flows": [)" + up.flows + ", " + down.flows + "]}");
  const JsonNode results = run_results(file.path());
  EXPECT_NEAR(number(results, "service_flows.0.sent_mbps"), 1, 0.03);
  EXPECT_NEAR(number(results, "service_flows.33.sent_mbps"), 1, 0.03);
  for (int i = 0; i < 32; ++i) {
    const std::string key = "aggregate_service_flows." + std::to_string(i) + ".utilization";
    EXPECT_GT(number(results, key), 0.97) << i;
    EXPECT_LE(number(results, key), 1.02) << i;  // of 1 s, the burst included
  }
}

TEST(LowLatency, AThousandModemsOfADomainHaveAnAggregateEach) {
  System system(load_scenario_text(R"({"duration_s": 1, "stats": {"warmup_s": 0},
    "rf": {"profile": "docsis31", "max_request_opportunities": 64, "backoff_end": 12},
    "modems": [{"name": "cm", "count": 1000}],
    "service_flows": [{"name": "primary", "modem": "cm", "max_sustained_rate_mbps": 1},
      {"name": "c", "modem": "cm"}, {"name": "l", "modem": "cm"}],
    "aggregate_service_flows": [{"name": "home", "modem": "cm", "amsr_mbps": 10,
      "classic_service_flow": "c", "low_latency_service_flow": "l"}],
    "flows": [{"name": "game", "modem": "cm", "kind": "game", "ecn": "ect1",
               "service_flow": "home", "start_spread_s": 0.5}]})",
                                   "domain"));
  system.run();
  const Results results = system.results();
  ASSERT_EQ(results.aggregates.size(), 1'000U);
  double sent = 0;
  double offered = 0;
  for (const AggregateResult& aggregate : results.aggregates) {
    ASSERT_GT(aggregate.offered.packets, 13U) << aggregate.modem;
    offered += static_cast<double>(aggregate.offered.packets);
    sent += static_cast<double>(aggregate.sent.packets);
  }
  EXPECT_GT(sent, 0.7 * offered);
}

}  // namespace
}  // namespace docsis_vp::system::low_latency_test
