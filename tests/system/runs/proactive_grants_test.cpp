// Proactive grants in whole runs: the wait for a grant, and the guarantees of a configuration file.
#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

#include "system/assembly/system.h"
#include "system/json/node.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::proactive_grants_test {
namespace {

constexpr std::uint16_t kLightSid = 1;

struct Case {
  const char* name;
  const char* profile;
  const char* flow;  // keys of the light traffic
  unsigned duration_s;
  unsigned rate_mbps;
  unsigned interval_us;  // guaranteed
  double grants_us;      // interval in whole minislots or frames
  double prepared_us;    // from the release of a byte to its burst, if a grant is just there
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

std::string scenario_of(const Case& c) {
  const bool ofdma = c.profile != std::string("docsis30");
  return R"({"duration_s": )" + std::to_string(c.duration_s) + R"(, "rf": {"profile": ")" +
         c.profile + (ofdma ? R"(", "channels": [{"name": "us0", "subcarriers": 160}])" : "\"") +
         R"(}, "modems": [{"name": "light"}, {"name": "full"}],
    "service_flows": [
      {"name": "light", "modem": "light", "max_sustained_rate_mbps": )" +
         std::to_string(c.rate_mbps) + R"(, "aqm": "none", "scheduling": {"type": "pgs",
       "guaranteed_grant_rate_mbps": 5, "guaranteed_grant_interval_us": )" +
         std::to_string(c.interval_us) + R"(}},
      {"name": "full", "modem": "full", "max_sustained_rate_mbps": 1000}],
    "flows": [
      {"name": "light", "modem": "light", )" +
         c.flow + R"(},
      {"name": "full", "modem": "full", "rate_mbps": 70}]})";
}

// From the arrival of packets at the modem, but for the wire of the LAN, to the start of the burst
// with their last byte, in us and in order.
std::vector<double> sojourns(System& system, std::uint64_t least_sequence) {
  std::vector<double> found;
  system.on_burst([&](const docsis::UpstreamBurst& burst) {
    if (burst.sid != kLightSid) return;
    for (const docsis::BurstRun& run : burst.runs) {
      if (!run.packet || run.packet->sequence < least_sequence) continue;
      found.push_back(static_cast<double>(burst.start - run.packet->created) / kPsPerUs);
    }
  });
  system.run();
  std::sort(found.begin(), found.end());
  return found;
}

class Sojourn : public testing::TestWithParam<Case> {};

// Preparation and a wait that is uniform over one grant interval.
TEST_P(Sojourn, IsPreparationAndUniformOverAGrantInterval) {
  const Case& c = GetParam();
  System system(load_scenario_text(scenario_of(c), "test"));
  const std::vector<double> waits = sojourns(system, 10);
  ASSERT_GE(waits.size(), 500U);
  const auto percentile = [&](double part) {
    return waits[static_cast<std::size_t>(part * static_cast<double>(waits.size() - 1))];
  };
  const double half = c.prepared_us + 0.5 * c.grants_us;
  const double most = c.prepared_us + 0.99 * c.grants_us;
  EXPECT_NEAR(percentile(0.5), half, 0.05 * half);
  EXPECT_NEAR(percentile(0.99), most, 0.05 * most);
  EXPECT_GE(waits.front(), c.prepared_us);
  if (c.profile == std::string("docsis31-low-latency")) {
    EXPECT_LE(percentile(0.99), 1000);
  }
  const Results results = system.results();
  const SchedulingResult& light = results.service_flows[0].scheduling;
  ASSERT_TRUE(light.proactive);
  EXPECT_EQ(light.beyond_jitter, 0U);
  EXPECT_GE(static_cast<double>(light.proactive->grants), 1e6 * c.duration_s / c.grants_us - 10);
  EXPECT_EQ(light.unused_grants, light.proactive->unused_grants);
  EXPECT_EQ(light.contention_requests, 0U);
  // The other flow fills the rest of the channel.
  const ServiceFlowResult& full = results.service_flows[1];
  EXPECT_GT(full.aqm_drops.packets + full.queued.packets, 1'000U);
}

constexpr const char* kGame = R"("kind": "game")";
constexpr const char* kStream = R"("rate_mbps": 1, "packet_bytes": 157)";
constexpr const char* kFast = "docsis31-low-latency";

INSTANTIATE_TEST_SUITE_P(
    Cases, Sojourn,
    testing::Values(Case{"game", "docsis30", kGame, 18, 20, 2000, 2000, 650},
                    Case{"game_half", "docsis30", kGame, 18, 20, 500, 500, 650},
                    Case{"game_one", "docsis30", kGame, 18, 20, 1000, 1000, 650},
                    Case{"half", "docsis30", kStream, 3, 20, 500, 500, 650},
                    Case{"one", "docsis30", kStream, 3, 20, 1000, 1000, 650},
                    Case{"two", "docsis30", kStream, 3, 20, 2000, 2000, 650},
                    Case{"low", kFast, kStream, 2, 20, 500, 376.875, 246.5625},
                    Case{"low50", kFast, kStream, 2, 50, 500, 376.875, 246.5625}),
    [](const auto& test) { return std::string(test.param.name); });

struct Figures {
  const char* name;
  double p50_ms;
  double p99_ms;
};

void PrintTo(const Figures& figures, std::ostream* out) {
  *out << figures.name;
}

class ProactiveGrantsScenario : public testing::TestWithParam<Figures> {};

// Wait in the queue: a part of the grant interval, or of the request-grant loop.
TEST_P(ProactiveGrantsScenario, HasTheDelayOfItsGrants) {
  const std::string name = GetParam().name;
  const JsonNode results =
      run_results("scenarios/lld/proactive-grants.json --duration 4 --case " + name);
  EXPECT_NEAR(number(results, "service_flows.0.queue_delay_ms.p50"), GetParam().p50_ms,
              0.05 * GetParam().p50_ms);
  EXPECT_NEAR(number(results, "service_flows.0.queue_delay_ms.p99"), GetParam().p99_ms,
              0.05 * GetParam().p99_ms);
}

INSTANTIATE_TEST_SUITE_P(Cases, ProactiveGrantsScenario,
                         testing::Values(Figures{"request-grant", 1.82, 3.47},
                                         Figures{"pgs-500us", 0.19, 0.375},
                                         Figures{"pgs-1ms", 0.44, 0.872},
                                         Figures{"pgs-2ms", 0.944, 1.868}),
                         [](const auto& test) {
                           std::string name = test.param.name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace docsis_vp::system::proactive_grants_test
