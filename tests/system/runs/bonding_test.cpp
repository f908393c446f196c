// Service flows on their own sets of bonded channels of different rates.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "models/cm/burst_builder/missed_grants.h"
#include "models/cmts/cmts.h"
#include "system/assembly/system.h"

namespace docsis_vp::system::bonding_test {
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
    EXPECT_EQ(mib.at("docsQosServiceFlowPolicedDelayPkts"), flow.shaper_delays);
    EXPECT_GT(flow.shaper_delays, 0U);
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

// Eight rates; all bursts of an interval begin together, and ask one port for their bytes.
constexpr const char* kEightChannels = R"({
  "duration_s": 2, "stats": {"warmup_s": 0.5},
  "rf": {"channels": [
           {"name": "a", "rate_mbps": 30.72}, {"name": "b", "rate_mbps": 20.48},
           {"name": "c", "rate_mbps": 15.36}, {"name": "d", "rate_mbps": 10.24},
           {"name": "e", "rate_mbps": 30.72}, {"name": "f", "rate_mbps": 5.12},
           {"name": "g", "rate_mbps": 20.48}, {"name": "h", "rate_mbps": 2.56}],
         "map_phase_us": 0, "grant_offset_us": 100},
  "modems": [{"name": "cm"}],
  "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 200,
                     "buffer_ms": 20, "aqm": "none"}],
  "flows": [{"name": "x", "modem": "cm", "rate_mbps": 150}]})";

void expect_order_and_conservation(System& system) {
  std::uint64_t next = 0;
  system.on_wan_arrival([&](const Packet& packet) {
    ASSERT_GE(packet.sequence, next);
    next = packet.sequence + 1;
  });
  system.run();
  EXPECT_GT(next, 1000U);
  const Results results = system.results();
  const ServiceFlowResult& flow = results.service_flows[0];
  EXPECT_EQ(flow.offered.bytes, flow.accounted().bytes);
  EXPECT_EQ(flow.rf_lost.packets, 0U);
  EXPECT_EQ(system.cmts().receiver().flow_counters(0).missing_segments, 0U);
  EXPECT_EQ(system.packets_alive(), flow.queued.packets + system.packets_in_transit());
}

TEST(Bonding, EightChannelsCarryTheirSumInOrder) {
  System system(load_scenario_text(kEightChannels, "test"));
  expect_order_and_conservation(system);
  const Results results = system.results();
  const double sum = 30.72 * 2 + 20.48 * 2 + 15.36 + 10.24 + 5.12 + 2.56;
  EXPECT_GT(results.service_flows[0].sent_mbps, 0.93 * sum);
  EXPECT_LT(results.service_flows[0].sent_mbps, sum);
  EXPECT_EQ(results.mac.grants_missed, 0U);
  for (const ChannelResult& channel : results.mac.channels) {
    EXPECT_GT(channel.grants, 900U) << channel.name;
    EXPECT_GT(*channel.deadline_slack_us.min, 0) << channel.name;
  }
  // They begin together and take the port one behind the other, by channel.
  EXPECT_GT(*results.mac.channels[0].deadline_slack_us.mean,
            *results.mac.channels[4].deadline_slack_us.mean);
}

// 32 MB/s, shared with what arrives: some ten thousand bytes in the 650 us of a burst, of thirty
// thousand that are granted.
TEST(Bonding, ASlowPortMissesTheDeadlinesOfBurstsThatComeLastToIt) {
  System system(load_scenario_text(kEightChannels, "test",
                                   {"",
                                    {"modems.cm.queue_memory.port_bytes_per_cycle=1",
                                     "modems.cm.queue_memory.port_efficiency_percent=13"}}));
  expect_order_and_conservation(system);
  const Results results = system.results();
  std::uint64_t missed = 0;
  for (const ChannelResult& channel : results.mac.channels) {
    missed += channel.missed;
  }
  EXPECT_EQ(results.mac.grants_missed, missed);
  EXPECT_EQ(results.service_flows[0].grants_missed, missed);
  EXPECT_EQ(results.mac.channels[0].missed, 0U);
  EXPECT_GT(results.mac.channels[4].missed, 100U);
  EXPECT_GT(*results.mac.channels[0].deadline_slack_us.min, 0);
  EXPECT_LT(*results.mac.channels[4].deadline_slack_us.min, 0);
  EXPECT_LT(results.mac.channels[4].missed_in_stats, results.mac.channels[4].missed)
      << "that of the first half second";
  const ServiceFlowResult& flow = results.service_flows[0];
  const Bins& slack = *flow.deadline_slack_us.bins;
  std::uint64_t late = 0;
  for (std::size_t i = 0; slack.edges[i] < 0; ++i) {
    late += slack.counts[i];
  }
  EXPECT_EQ(late, flow.grants_missed_in_stats);
  EXPECT_LT(results.service_flows[0].sent_mbps, 100);
}

// Half of the default port carries 4.79 Gbit/s of such packets, a channel 0.668.
Results port_beside_channels(unsigned channels) {
  std::string names;
  for (unsigned i = 0; i < channels; ++i) {
    names += (i > 0 ? ", " : "") + (R"({"name": "c)" + std::to_string(i)) + "\"}";
  }
  System system(load_scenario_text(
      R"({"duration_s": 0.15, "rf": {"profile": "docsis31", "channels": [)" + names +
          R"(]}, "modems": [{"name": "cm", "lan": {"ports": [{"name": "lan0", "rate_mbps": 10000}]}}],
      "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 4650,
                         "aqm": "none"}],
      "flows": [{"name": "x", "modem": "cm", "packet_bytes": 1500, "rate_mbps": 4600}]})",
      "test"));
  system.run();
  return system.results();
}

TEST(Bonding, APortMissesNoGrantOfChannelsThatCarryLess) {
  const Results results = port_beside_channels(7);
  EXPECT_GT(results.mac.grants, 400U);
  EXPECT_EQ(results.mac.grants_missed, 0U);
  EXPECT_EQ(results.service_flows[0].ingress_fifo_drops.packets, 0U);
}

// The traffic is the same, and no packet too many for the port.
TEST(Bonding, APortMissesGrantsOfChannelsThatTogetherCarryMore) {
  const Results results = port_beside_channels(8);
  EXPECT_GT(results.mac.grants_missed, 10U);
  EXPECT_EQ(results.mac.missed_by_cause[static_cast<std::size_t>(cm::MissCause::kOtherReads)],
            results.mac.grants_missed);
  EXPECT_EQ(results.service_flows[0].ingress_fifo_drops.packets, 0U);
}

// A flood on each of the given sets of channels, which carry 9.98 Mbit/s each beside the request
// regions; what they send.
std::vector<double> floods(const std::vector<std::string>& sets, const std::string& keys = "") {
  std::ostringstream modems;
  std::ostringstream service_flows;
  std::ostringstream flows;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const char* const comma = i > 0 ? ", " : "";
    modems << comma << R"({"name": "cm)" << i << R"(", "channels": )" << sets[i] << "}";
    service_flows << comma << R"({"name": "us)" << i << R"(", "modem": "cm)" << i
                  << R"(", "max_sustained_rate_mbps": 40, "aqm": "none")" << (i == 0 ? keys : "")
                  << "}";
    flows << comma << R"({"name": "x)" << i << R"(", "modem": "cm)" << i
          << R"(", "service_flow": "us)" << i << R"(", "rate_mbps": 30, "jitter_percent": 50})";
  }
  System system(load_scenario_text(
      R"({"duration_s": 4, "stats": {"warmup_s": 1}, "rf": {"channels": [
      {"name": "a", "rate_mbps": 10.24}, {"name": "b", "rate_mbps": 10.24},
      {"name": "c", "rate_mbps": 10.24}]}, "modems": [)" +
          modems.str() + R"(], "service_flows": [)" + service_flows.str() + R"(], "flows": [)" +
          flows.str() + "]}",
      "test"));
  system.run();
  std::vector<double> sent;
  for (const ServiceFlowResult& flow : system.results().service_flows) {
    sent.push_back(flow.sent_mbps);
  }
  return sent;
}

TEST(Bonding, WhatAFlowGetsWhereItIsAloneCountsWhereItIsNot) {
  const std::vector<double> sent = floods({R"(["a", "b"])", R"(["b"])"});
  EXPECT_NEAR(sent[0] / sent[1], 1, 0.03);
  EXPECT_GT(sent[0] + sent[1], 19.2);
}

TEST(Bonding, FlowsThatOverlapInAChainGetAsMuch) {
  const std::vector<double> sent = floods({R"(["a", "b"])", R"(["b", "c"])", R"(["b"])"});
  EXPECT_NEAR(sent[0] / sent[2], 1, 0.03);
  EXPECT_NEAR(sent[1] / sent[2], 1, 0.03);
  EXPECT_GT(sent[0] + sent[1] + sent[2], 28.8);
}

// More than its part it has already where it is alone: the others have the rest to themselves.
TEST(Bonding, WhoIsAheadLeavesTheOthersWhatIsTheirs) {
  const std::vector<double> sent = floods({R"(["a", "b", "c"])", R"(["c"])", R"(["c"])"});
  EXPECT_NEAR(sent[0], 19.6, 0.5);
  EXPECT_NEAR(sent[1] / sent[2], 1, 0.03);
  EXPECT_GT(sent[1] + sent[2], 9.5);
}

TEST(Bonding, WeightsAreOfWhatAllChannelsCarry) {
  const std::vector<double> sent = floods({R"(["a", "b"])", R"(["b"])"}, R"(, "weight": 60)");
  // The other's weight is its rate, 40.
  EXPECT_NEAR(sent[0] / sent[1], 1.5, 0.05);
}

}  // namespace
}  // namespace docsis_vp::system::bonding_test
