// The latency histograms of whole runs, beside the percentiles of the same packets.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "system/assembly/system.h"

namespace docsis_vp::system::latency_histogram_test {
namespace {

// Packets of both directions, without a warm-up: both figures count the same packets.
constexpr const char* kBothWays = R"({
  "duration_s": 2, "stats": {"warmup_s": 0},
  "modems": [{"name": "cm"}],
  "service_flows": [
    {"name": "up", "modem": "cm", "max_sustained_rate_mbps": 10},
    {"name": "down", "modem": "cm", "direction": "downstream", "max_sustained_rate_mbps": 20,
     "buffer_ms": 40, "latency_histogram": {"bin_edges_ms": [0.5, 5, 20, 30]}}],
  "flows": [
    {"name": "upload", "modem": "cm", "rate_mbps": 11},
    {"name": "call", "kind": "voip", "modem": "cm"},
    {"name": "stream", "modem": "cm", "direction": "downstream", "rate_mbps": 21}]})";

// Ends of the bin where a delay lies; the longest delay ends the last one.
std::pair<double, double> bin_of(const LatencyResult& latency, double ms) {
  const auto above = std::upper_bound(latency.bin_edges_ms.begin(), latency.bin_edges_ms.end(), ms);
  const double longest = static_cast<double>(latency.max_ns) / 1e6;
  return {above == latency.bin_edges_ms.begin() ? 0 : *std::prev(above),
          above == latency.bin_edges_ms.end() ? longest : *above};
}

TEST(LatencyHistogram, CountsThePacketsThatThePercentilesAreOf) {
  System system(load_scenario_text(kBothWays, "test"));
  system.run();
  const Results results = system.results();
  ASSERT_EQ(results.service_flows.size(), 2U);
  for (const ServiceFlowResult& flow : results.service_flows) {
    const LatencyResult& latency = flow.latency;
    const Spread& delay = flow.queue_delay_ms;
    ASSERT_GT(latency.updates, 1000U) << flow.name;
    EXPECT_EQ(latency.updates, delay.count);
    EXPECT_EQ(std::accumulate(latency.counts.begin(), latency.counts.end(), std::uint64_t{0}),
              latency.updates);
    EXPECT_EQ(latency.counts.size(), latency.bin_edges_ms.size() + 1);
    EXPECT_NEAR(static_cast<double>(latency.max_ns), 1e6 * *delay.max, 1);
    for (const auto& [of_bins, exact] : {std::pair(latency.p50_ms, delay.p50),
                                         {latency.p99_ms, delay.p99},
                                         {latency.p99_9_ms, delay.p99_9}}) {
      const auto [low, high] = bin_of(latency, *exact);
      // The exact one is right within 1 %, and may lie in the next bin by that.
      EXPECT_LE(std::abs(*of_bins - *exact), high - low + 0.02 * *exact) << flow.name;
    }
  }
  EXPECT_EQ(results.service_flows[0].latency.bin_edges_ms.size(), 15U);
}

TEST(LatencyHistogram, StandsInTheMib) {
  System system(load_scenario_text(kBothWays, "test", {"", {"duration_s=0.3"}}));
  system.run();
  for (const ServiceFlowResult& flow : system.results().service_flows) {
    const std::map<std::string, std::uint64_t> mib(flow.mib.begin(), flow.mib.end());
    EXPECT_EQ(mib.at("docsQosSfLatencyNumHistUpdates"), flow.latency.updates);
    EXPECT_EQ(mib.at("docsQosSfLatencyMaxLatency"), flow.latency.max_ns / 1000);
    for (std::size_t bin = 0; bin < 16; ++bin) {
      EXPECT_EQ(mib.at("docsQosSfLatencyBin" + std::to_string(bin + 1) + "Pkts"),
                bin < flow.latency.counts.size() ? flow.latency.counts[bin] : 0U)
          << flow.name << " " << bin;
    }
  }
}

}  // namespace
}  // namespace docsis_vp::system::latency_histogram_test
