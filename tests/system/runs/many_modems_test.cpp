// A MAC domain of several modems with several service flows each.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

#include "system/assembly/system.h"
#include "tests/system/heap_shaker.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::many_modems_test {
namespace {

// Calls in a service flow of their own beside uploads that fill another one, two modems apart from
// the rest.
constexpr const char* kDomain = R"({
  "duration_s": 4, "stats": {"warmup_s": 1},
  "rf": {"channels": [{"name": "us0"}, {"name": "us1"}]},
  "modems": [{"name": "cm", "count": 4, "plant_delay_step_us": 20},
             {"name": "fw", "count": 2, "control_law": "firmware"},
             {"name": "silent"}],
  "service_flows": [
    {"name": "data", "modem": "cm", "max_sustained_rate_mbps": 4},
    {"name": "voice", "modem": "cm", "max_sustained_rate_mbps": 1, "aqm": "none"},
    {"name": "down", "modem": "cm", "direction": "downstream", "max_sustained_rate_mbps": 20},
    {"name": "down_voice", "modem": "cm", "direction": "downstream", "max_sustained_rate_mbps": 1},
    {"name": "up", "modem": "fw", "max_sustained_rate_mbps": 6},
    {"name": "fw_down", "modem": "fw", "direction": "downstream", "max_sustained_rate_mbps": 50},
    {"name": "unused", "modem": "silent", "max_sustained_rate_mbps": 6}],
  "classifiers": [{"service_flow": "voice", "dscp": 46}],
  "flows": [
    {"name": "flood", "modem": "cm", "rate_mbps": 8},
    {"name": "call", "modem": "cm", "kind": "voip", "dscp": 46},
    {"name": "answer", "modem": "cm", "kind": "voip", "direction": "downstream",
     "service_flow": "down_voice"},
    {"name": "file", "modem": "cm", "kind": "tcp", "direction": "downstream",
     "service_flow": "down", "return_service_flow": "data"},
    {"name": "upload", "modem": "fw", "kind": "tcp"}]})";

const ServiceFlowResult& service_flow(const Results& results, const std::string& modem,
                                      const std::string& name) {
  const auto found =
      std::find_if(results.service_flows.begin(), results.service_flows.end(),
                   [&](const auto& flow) { return flow.modem == modem && flow.name == name; });
  return *found;
}

const FlowResult& flow(const Results& results, const std::string& name) {
  return *std::find_if(results.flows.begin(), results.flows.end(),
                       [&](const auto& flow) { return flow.name == name; });
}

TEST(MacDomain, EveryFlowGetsItsRateInItsServiceFlow) {
  System system(load_scenario_text(kDomain, "test"));
  system.run();
  const Results results = system.results();
  ASSERT_FALSE(results.error) << *results.error;
  for (const std::string modem : {"cm0", "cm1", "cm2", "cm3"}) {
    EXPECT_NEAR(service_flow(results, modem, "data").sent_mbps, 4, 0.1) << modem;
    const FlowResult& call = flow(results, modem + "-call");
    EXPECT_EQ(service_flow(results, modem, "voice").offered.packets, call.sent_packets);
    EXPECT_EQ(call.lost_packets, 0U);
    EXPECT_LT(spread(call.one_way_ps, 1e9).mean, 20);
    EXPECT_EQ(service_flow(results, modem, "down_voice").offered.packets,
              flow(results, modem + "-answer").sent_packets);
    EXPECT_GT(flow(results, modem + "-file").received_packets, 1000U);
  }
  for (const std::string modem : {"fw0", "fw1"}) {
    EXPECT_GT(service_flow(results, modem, "up").sent_mbps, 4.5) << modem;
  }
  EXPECT_EQ(results.cpus.size(), 2U);
}

TEST(MacDomain, AModemWithoutTrafficSendsNothing) {
  System system(load_scenario_text(kDomain, "test"));
  unsigned bursts = 0;
  system.on_burst([&](const docsis::UpstreamBurst& burst) { bursts += burst.modem == 6 ? 1 : 0; });
  system.run();
  EXPECT_EQ(bursts, 0U);
  cm::Modem& silent = system.modem(6);
  EXPECT_EQ(silent.config().name, "silent");
  EXPECT_EQ(silent.requests().counters(0).contention_requests, 0U);
  EXPECT_GT(silent.parser().counters().maps, 3000U);
}

TEST(MacDomain, ConservesEveryServiceFlowAtManyInstants) {
  System system(load_scenario_text(kDomain, "test"));
  for (int i = 0; i < 300; ++i) {
    system.run_for(sc_core::sc_time(9'456'789'013.0 + 1'000'003.0 * i, sc_core::SC_PS));
    const Results results = system.results();
    std::size_t queued = 0;
    for (const ServiceFlowResult& flow : results.service_flows) {
      ASSERT_EQ(flow.offered.packets, flow.accounted().packets) << flow.modem << flow.name;
      ASSERT_EQ(flow.offered.bytes, flow.accounted().bytes) << flow.modem << flow.name;
      queued += flow.queued.packets + flow.held.packets;
    }
    ASSERT_EQ(system.packets_alive(), queued + system.packets_in_transit());
  }
}

TEST(MacDomain, SameBitsUnderAShakenHeapAndAnyQuantum) {
  LoadedScenario loaded = load_scenario_text(kDomain, "test", {"", {"duration_s=2"}});
  System system(loaded);
  HeapShaker shaker("shaker", 7);
  system.run();
  EXPECT_GT(shaker.count(), 1'000U);
  const std::string path = ::testing::TempDir() + "/domain.json";
  {
    std::ofstream file(path);
    file << kDomain;
  }
  const std::string run = path + " --set name=test --set duration_s=2";
  const std::string reference = without_host(system.results().json());
  EXPECT_EQ(run_text(run), reference);
  const std::string slow = run_text(run + " --set modems.fw.cpu.quantum_us=3000");
  EXPECT_EQ(slow.substr(0, slow.find("\"config\"")),
            reference.substr(0, reference.find("\"config\"")));
}

}  // namespace
}  // namespace docsis_vp::system::many_modems_test
