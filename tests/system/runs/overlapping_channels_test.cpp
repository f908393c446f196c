// Modems that share some of their bonded channels with modems that have only those.
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "system/assembly/system.h"

namespace docsis_vp::system::overlapping_channels_test {
namespace {

// Rates of the first service flow, and of the others together.
std::vector<double> sent_mbps(const std::string& scenario) {
  System system(load_scenario_text(scenario, "test"));
  system.run();
  const Results results = system.results();
  std::vector<double> sent = {0, 0};
  for (std::size_t i = 0; i < results.service_flows.size(); ++i) {
    sent[i == 0 ? 0 : 1] += results.service_flows[i].sent_mbps;
  }
  return sent;
}

// 29.8 Mbit/s of TDMA and 65.6 of OFDMA.
TEST(OverlappingChannelsRun, WhatIsReservedComesFromChannelsOfBothKinds) {
  const std::vector<double> sent = sent_mbps(R"({
    "duration_s": 3, "stats": {"warmup_s": 1},
    "rf": {"profile": "docsis31",
           "channels": [{"name": "tdma", "kind": "tdma"},
                        {"name": "ofdma", "subcarriers": 320, "bits_per_s_per_hz": 6}]},
    "modems": [{"name": "both"}, {"name": "old", "channels": "tdma"}],
    "service_flows": [
      {"name": "first", "modem": "both", "max_sustained_rate_mbps": 100,
       "min_reserved_rate_mbps": 80, "traffic_priority": 7, "aqm": "none"},
      {"name": "last", "modem": "old", "max_sustained_rate_mbps": 100, "aqm": "none"}],
    "flows": [{"name": "a", "modem": "both", "rate_mbps": 80},
              {"name": "b", "modem": "old", "rate_mbps": 40}]})");
  EXPECT_NEAR(sent[0], 80, 0.2);
  EXPECT_NEAR(sent[1], 29.8 + 65.6 - 80, 0.6);
}

// 9.91 Mbit/s of the narrow channel, 29.8 of the wide one.
TEST(OverlappingChannelsRun, LightFlowsLeaveANarrowChannelToWhoHasNoOther) {
  const std::vector<double> sent = sent_mbps(R"({
    "duration_s": 3, "stats": {"warmup_s": 1},
    "rf": {"channels": [{"name": "wide"}, {"name": "narrow", "rate_mbps": 10.24}]},
    "modems": [{"name": "old", "channels": "narrow"}, {"name": "new", "count": 10}],
    "service_flows": [
      {"name": "old", "modem": "old", "max_sustained_rate_mbps": 20, "aqm": "none"},
      {"name": "new", "modem": "new", "max_sustained_rate_mbps": 20, "aqm": "none"}],
    "flows": [{"name": "up", "modem": "old", "rate_mbps": 20},
              {"name": "light", "modem": "new", "rate_mbps": 1, "jitter_percent": 30}]})");
  EXPECT_NEAR(sent[0], 9.91, 0.1);
  EXPECT_NEAR(sent[1], 10, 0.1);
}

// Every request that collides is asked for again, though there is always one that waits.
TEST(OverlappingChannelsRun, WhoLeavesRoomDoesNotFallBehind) {
  System system(load_scenario_text(R"({
    "duration_s": 10, "stats": {"warmup_s": 8},
    "rf": {"channels": [{"name": "a"}, {"name": "b"}]},
    "modems": [{"name": "both"}, {"name": "one", "channels": "b"}],
    "service_flows": [
      {"name": "both", "modem": "both", "max_sustained_rate_mbps": 50, "aqm": "none"},
      {"name": "one", "modem": "one", "max_sustained_rate_mbps": 50, "aqm": "none"}],
    "flows": [
      {"name": "x", "modem": "both", "rate_mbps": 25, "jitter_percent": 30},
      {"name": "y", "modem": "one", "rate_mbps": 35, "jitter_percent": 30}]})",
                                   "test"));
  system.run();
  const Results results = system.results();
  EXPECT_NEAR(results.service_flows[0].sent_mbps, 25, 0.1);
  EXPECT_LT(results.service_flows[0].queued.packets, 30U);
  EXPECT_NEAR(results.service_flows[1].sent_mbps, 29.8, 0.3);
}

}  // namespace
}  // namespace docsis_vp::system::overlapping_channels_test
