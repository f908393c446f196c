// Service flows on their own sets of bonded channels of different rates.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>

#include "system/assembly/system.h"

namespace docsis_vp::system {
namespace {

constexpr const char* kBonded = R"({
  "duration_s": 5, "stats": {"warmup_s": 1},
  "rf": {"channels": [{"name": "a", "rate_mbps": 30.72}, {"name": "b", "rate_mbps": 10.24},
                      {"name": "c", "rate_mbps": 5.12}]},
  "modems": [{"name": "all", "plant_delay_us": 100}, {"name": "two", "channels": ["a", "c"]}],
  "service_flows": [
    {"name": "wide", "modem": "all", "max_sustained_rate_mbps": 24},
    {"name": "narrow", "modem": "all", "channels": "b", "max_sustained_rate_mbps": 2},
    {"name": "both", "modem": "two", "max_sustained_rate_mbps": 9}],
  "flows": [
    {"name": "x", "modem": "all", "rate_mbps": 26},
    {"name": "y", "modem": "all", "rate_mbps": 3, "service_flow": "narrow"},
    {"name": "z", "modem": "two", "rate_mbps": 12}]})";

const ServiceFlowResult& named(const Results& results, const std::string& name) {
  return *std::find_if(results.service_flows.begin(), results.service_flows.end(),
                       [&](const auto& flow) { return flow.name == name; });
}

TEST(Bonding, KeepsEachServiceFlowOnItsChannelsAndInOrder) {
  System system(load_scenario_text(kBonded, "test"));
  std::map<std::uint16_t, std::set<unsigned>> channels;  // by SID
  std::map<std::uint64_t, std::uint64_t> next;           // sequence, by flow of packets
  system.on_burst(
      [&](const docsis::UpstreamBurst& burst) { channels[burst.sid].insert(burst.channel); });
  system.on_wan_arrival([&](const Packet& packet) {
    ASSERT_GE(packet.sequence, next[packet.flow]) << "flow " << packet.flow;
    next[packet.flow] = packet.sequence + 1;
  });
  system.run();
  const std::map<std::uint16_t, std::set<unsigned>> expected = {
      {1, {0, 1, 2}}, {2, {1}}, {3, {0, 2}}};
  EXPECT_EQ(channels, expected);
  EXPECT_EQ(next.size(), 3U);
  const Results results = system.results();
  EXPECT_NEAR(named(results, "wide").sent_mbps, 24, 0.3);
  EXPECT_NEAR(named(results, "narrow").sent_mbps, 2, 0.05);
  EXPECT_NEAR(named(results, "both").sent_mbps, 9, 0.2);
  for (const ServiceFlowResult& flow : results.service_flows) {
    EXPECT_EQ(flow.rf_lost.packets, 0U) << flow.name;
  }
}

TEST(Bonding, ResultsShowGrantsPerFlowAndPerChannel) {
  System system(load_scenario_text(kBonded, "test", {"", {"duration_s=2"}}));
  system.run();
  const Results results = system.results();
  std::uint64_t by_flow = 0;
  std::uint64_t by_channel = 0;
  for (const ServiceFlowResult& flow : results.service_flows) {
    by_flow += flow.grants;
    EXPECT_EQ(flow.grants_missed, 0U);
    EXPECT_GT(*flow.deadline_slack_us.min, 0);
    const std::map<std::string, std::uint64_t> mib(flow.mib.begin(), flow.mib.end());
    EXPECT_EQ(mib.at("docsQosServiceFlowPkts"), flow.sent.packets);
    EXPECT_EQ(mib.at("docsQosServiceFlowAqmDroppedPkts"), flow.aqm_drops.packets);
    EXPECT_EQ(mib.at("docsQosServiceFlowPolicedDropPkts"), flow.buffer_drops.packets);
    EXPECT_EQ(mib.at("docsQosParamSetAqmAlgInUse"), 3U);
  }
  for (const ChannelResult& channel : results.mac.channels) {
    by_channel += channel.grants;
    EXPECT_GT(*channel.request_grant_ms.mean, 2) << channel.name;
  }
  EXPECT_EQ(by_flow, by_channel);
  const auto& wide = named(results, "wide").mib;
  EXPECT_NE(std::find(wide.begin(), wide.end(),
                      std::make_pair(std::string("docsQosParamSetMaxTrafficRate"),
                                     std::uint64_t{24'000'000})),
            wide.end());
}

}  // namespace
}  // namespace docsis_vp::system
