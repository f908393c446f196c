// Low Latency DOCSIS: the scenarios of scenarios/lld, and what holds in all of them.
#include <gmock/gmock.h>

#include <string>

#include "platform/base/errors.h"
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

// Neither requests nor grants make the game wait: its p99 in the queue is below a millisecond.
TEST(LowLatency, ProactiveGrantsKeepAGameBelowAMillisecond) {
  const Figures run("gaming-beside-uploads.json --duration 12 --case proactive");
  EXPECT_LT(run.home("low_latency_delay_ms.p99"), 0.7);
  EXPECT_LT(run.home("low_latency_delay_ms.p50"), 0.3);
  EXPECT_LT(number(run.results, of_game("one_way_ms.p99")), 11.3);  // 10 ms of wires
  EXPECT_EQ(number(run.results, of_game("lost_packets")), 0);
  EXPECT_GT(run.home("utilization"), 0.97);
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

// RFC 9332's intent: equal round trips get equal rates, within a factor of two.
TEST(LowLatency, PragueAndCubicShareTheRate) {
  for (const char* set : {"", " --case two", " --case four"}) {
    const Figures run(std::string("prague-beside-cubic.json --duration 16") + set);
    const double ratio = run.queue(kLowLatency, "sent_mbps") / run.queue(kClassic, "sent_mbps");
    EXPECT_GT(ratio, 0.5) << set;
    EXPECT_LT(ratio, 2) << set;
    EXPECT_GT(run.home("utilization"), 0.98) << set;
    EXPECT_LE(run.home("utilization"), 1.001) << set;
    // MAXTH at 50 Mbit/s, and the loop.
    EXPECT_LT(run.home("low_latency_delay_ms.p99"),
              1.164 + run.queue(kLowLatency, "request_grant_ms.p99"))
        << set;
    EXPECT_LT(run.home("low_latency_delay_ms.p99"), run.home("classic_delay_ms.p99")) << set;
    EXPECT_GT(run.queue(kLowLatency, "aqm_marks"), 1'000) << set;
    EXPECT_LT(run.home("redirected_packets"), 0.01 * run.queue(kLowLatency, "offered_packets"))
        << set;
    EXPECT_GT(run.home("coupled_probability_mean"), 0.02) << set;
  }
}

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

// The coupled law in placement B: firmware computes its periodic parts, gates judge the packets.
const std::string kFirmwareLaw = " --set modems.cm0.control_law=firmware";
const std::string kNoTime = kFirmwareLaw + " --set modems.cm0.cpu.profile=zero";

JsonNode run_lld(const std::string& arguments) {
  return run_results("scenarios/lld/" + arguments + " --set stats.warmup_s=0");
}

std::string digest(const JsonNode& results, unsigned service_flow) {
  return *results.find("service_flows")->elements[service_flow].find_string("drop_digest");
}

double figure(const JsonNode& results, const std::string& path) {
  return number(results, path);
}

// Updates and alignments, marks, drops, redirects and proactive grants.
TEST(CoupledPlacement, DecidesAsGatesDoIfFirmwareTakesNoTime) {
  for (const std::string run :
       {"prague-beside-cubic.json --duration 6",
        "prague-beside-cubic.json --duration 4 --case four", "attacker.json --duration 3",
        "gaming-beside-uploads.json --duration 4 --case proactive"}) {
    const JsonNode gates = run_lld(run);
    const JsonNode firmware = run_lld(run + kNoTime);
    for (unsigned flow = 0; flow < 2; ++flow) {
      EXPECT_EQ(digest(gates, flow), digest(firmware, flow)) << run << ", service flow " << flow;
    }
    for (const char* key : {"aqm_marks", "aqm_drops", "coupled_probability_mean",
                            "drop_probability_at_end", "sent_mbps"}) {
      const std::string path = std::string("aggregate_service_flows.0.") + key;
      EXPECT_EQ(figure(gates, path), figure(firmware, path)) << run << ", " << key;
    }
    EXPECT_GT(figure(firmware, "service_flows.0.commits"), 180) << run;
    EXPECT_EQ(figure(firmware, "service_flows.0.missed_updates"), 0) << run;
    EXPECT_EQ(figure(gates, "service_flows.0.commits"), 0) << run;
  }
}

// On a core that takes time each result comes later, within the interval, and traffic changes by
// little.
TEST(CoupledPlacement, CommitsEveryUpdateInTimeOnASmallCore) {
  const std::string run = "prague-beside-cubic.json --duration 6";
  const JsonNode gates = run_lld(run);
  const JsonNode firmware = run_lld(run + kFirmwareLaw);
  EXPECT_EQ(figure(firmware, "service_flows.0.commits"), 375);  // 6 s of 16 ms
  EXPECT_EQ(figure(firmware, "service_flows.0.missed_updates"), 0);
  EXPECT_GT(figure(firmware, "service_flows.0.update_latency_us.p50"), 5);
  EXPECT_LT(figure(firmware, "service_flows.0.update_latency_us.max"), 30);
  EXPECT_LT(figure(firmware, "cpus.0.utilization"), 0.01);
  EXPECT_NE(digest(gates, 0), digest(firmware, 0));
  EXPECT_NEAR(figure(firmware, "aggregate_service_flows.0.coupled_probability_mean"),
              figure(gates, "aggregate_service_flows.0.coupled_probability_mean"), 0.02);
}

TEST(CoupledPlacement, RefusesAnImageWithoutTheLaw) {
  const std::string home = R"({"duration_s": 1, "rf": {"profile": "docsis31"},
    "modems": [{"name": "cm", "control_law": "firmware", "firmware": "mixed"}],
    "service_flows": [{"name": "c", "modem": "cm"}, {"name": "l", "modem": "cm"}],
    "aggregate_service_flows": [{"name": "home", "modem": "cm", "amsr_mbps": 50,
      "classic_service_flow": "c", "low_latency_service_flow": "l"}]})";
  std::string line;
  try {
    check_firmware(load_scenario_text(home, "x"));
  } catch (const InputError& error) {
    line = error.what();
  }
  EXPECT_THAT(
      line, ::testing::HasSubstr("modems[0].firmware: the firmware mixed computes every law of the "
                                 "registry, but the aggregate service flow home has dual_queue"));
}

}  // namespace
}  // namespace docsis_vp::system::low_latency_test
