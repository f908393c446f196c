#include "models/cm/classifier/classifier.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "platform/base/errors.h"

namespace docsis_vp::cm::classifier_test {
namespace {

struct Offers : FlowSink {
  void offer(unsigned flow, PacketHandle packet, TimePs arrived) override {
    flows.push_back(flow);
    at.push_back(arrived);
    packet.reset();
  }
  std::vector<unsigned> flows;
  std::vector<TimePs> at;
};

FlowKey tcp_key() {
  FlowKey key;
  key.ethernet_destination = {2, 0, 0, 0, 0, 1};
  key.ethernet_source = {2, 0, 0, 0, 0, 2};
  key.protocol = 6;
  key.dscp = 46;
  key.source = {10, 0, 0, 1};
  key.destination = {10, 1, 2, 3};
  key.source_port = 5000;
  key.destination_port = 443;
  return key;
}

using Edit = std::function<void(ClassifierRule&)>;
struct Case {
  const char* name;
  Edit edit;
  bool matches;
};

TEST(ClassifierRule, MatchesEveryCriterionPresent) {
  const std::vector<Case> cases = {
      {"no criterion", [](ClassifierRule&) {}, true},
      {"destination MAC",
       [](auto& r) {
         r.ethernet_destination = {{2, 0, 0, 0, 0, 1}, {255, 255, 255, 255, 255, 255}};
       },
       true},
      {"destination MAC differs",
       [](auto& r) {
         r.ethernet_destination = {{2, 0, 0, 0, 0, 9}, {255, 255, 255, 255, 255, 255}};
       },
       false},
      {"source MAC under mask",
       [](auto& r) {
         r.ethernet_source = {{2, 9, 9, 9, 9, 9}, {255, 0, 0, 0, 0, 0}};
       },
       true},
      {"EtherType", [](auto& r) { r.ether_type = 0x86DD; }, false},
      {"IP version", [](auto& r) { r.ip_version = 6; }, false},
      {"TOS low end",
       [](auto& r) {
         r.tos = {0xB8, 0xB8, 0xFC};
       },
       true},
      {"TOS below",
       [](auto& r) {
         r.tos = {0xBC, 0xFC, 0xFC};
       },
       false},
      {"protocol", [](auto& r) { r.protocol = 6; }, true},
      {"protocol differs", [](auto& r) { r.protocol = 17; }, false},
      {"any IP", [](auto& r) { r.protocol = ClassifierRule::kAnyIp; }, true},
      {"TCP or UDP", [](auto& r) { r.protocol = ClassifierRule::kTcpOrUdp; }, true},
      {"destination net",
       [](auto& r) {
         r.destination = {{10, 1}, {255, 255}};
       },
       true},
      {"source net differs",
       [](auto& r) {
         r.source = {{10, 2}, {255, 255}};
       },
       false},
      {"port range",
       [](auto& r) {
         r.destination_port = {443, 443};
       },
       true},
      {"port above range",
       [](auto& r) {
         r.source_port = {1, 4999};
       },
       false},
      {"one of two fails",
       [](auto& r) {
         r.protocol = 6;
         r.destination_port = {80, 80};
       },
       false},
  };
  for (const Case& c : cases) {
    ClassifierRule rule;
    c.edit(rule);
    EXPECT_EQ(rule.matches(tcp_key()), c.matches) << c.name;
  }
}

TEST(ClassifierRule, ComparesTheWholeTrafficClassUnderTheMask) {
  const FlowKey expedited = tcp_key();  // DSCP 46
  ClassifierRule ect1;
  ect1.tos = {1, 1, 0x03};
  EXPECT_TRUE(ect1.matches(expedited, Ecn::kEct1));
  EXPECT_FALSE(ect1.matches(expedited, Ecn::kNotEct));
  EXPECT_FALSE(ect1.matches(expedited, Ecn::kCe));
  ClassifierRule dscp;
  dscp.tos = {0xB8, 0xB8, 0xFC};
  EXPECT_TRUE(dscp.matches(expedited, Ecn::kCe));
  ClassifierRule both;
  both.tos = {0xB9, 0xB9, 0xFF};
  EXPECT_TRUE(both.matches(expedited, Ecn::kEct1));
  EXPECT_FALSE(both.matches(expedited, Ecn::kEct0));
}

TEST(ClassifierRule, MatchesWhatTagsIcmpLabelAndPortOfTheLanSay) {
  FlowKey ping;
  ping.ip_version = 6;
  ping.ether_type = 0x86DD;
  ping.protocol = 58;
  ping.icmp_type = 128;
  ping.flow_label = 0x12345;
  ping.service_tag = 0x3064;   // priority 1, drop eligible, VLAN 100
  ping.customer_tag = 0xA0C8;  // priority 5, VLAN 200
  ping.lan_port = 3;
  using Tag = ClassifierRule::TagMatch;
  const std::vector<Case> cases = {
      {"ICMP type",
       [](auto& r) {
         r.icmp_type = {128, 129};
       },
       true},
      {"ICMP type below",
       [](auto& r) {
         r.icmp_type = {129, 255};
       },
       false},
      {"label", [](auto& r) { r.flow_label = 0x12345; }, true},
      {"another label", [](auto& r) { r.flow_label = 0x2345; }, false},
      {"S-VLAN",
       [](auto& r) {
         r.service_tag = Tag{100, {}};
       },
       true},
      {"another S-VLAN",
       [](auto& r) {
         r.service_tag = Tag{200, {}};
       },
       false},
      {"VLAN",
       [](auto& r) {
         r.customer_tag = Tag{200, {}};
       },
       true},
      {"another VLAN",
       [](auto& r) {
         r.customer_tag = Tag{100, {}};
       },
       false},
      {"priority",
       [](auto& r) {
         r.customer_tag = Tag{{}, ClassifierRule::Range{5, 7}};
       },
       true},
      {"priority above",
       [](auto& r) {
         r.customer_tag = Tag{200, ClassifierRule::Range{0, 4}};
       },
       false},
      {"any tag", [](auto& r) { r.service_tag = Tag{}; }, true},
      {"port of the LAN", [](auto& r) { r.lan_ports = 8; }, true},
      {"other ports of the LAN", [](auto& r) { r.lan_ports = ~8U; }, false},
      {"no port of the LAN", [](auto& r) { r.lan_ports = 0; }, false},
  };
  for (const Case& c : cases) {
    ClassifierRule rule;
    c.edit(rule);
    EXPECT_EQ(rule.matches(ping), c.matches) << c.name;
    const std::string name = c.name;
    const bool is_of_port = name.find("of the LAN") != std::string::npos;
    EXPECT_FALSE(rule.matches(FlowKey{})) << c.name << ": UDP without tags, from the CMTS";
    if (!is_of_port) {
      FlowKey udp;
      udp.lan_port = 3;
      EXPECT_FALSE(rule.matches(udp)) << c.name << ": UDP without tags";
    }
  }
  ping.lan_port = 35;
  ClassifierRule high;
  high.lan_ports = 8;
  EXPECT_FALSE(high.matches(ping)) << "the mask does not begin again";
}

TEST(ClassifierRule, PortsAndIpCriteriaNeedTheirProtocols) {
  FlowKey icmp = tcp_key();
  icmp.protocol = 1;
  ClassifierRule ports;
  ports.source_port = {0, 65535};
  EXPECT_FALSE(ports.matches(icmp));
  FlowKey arp = tcp_key();
  arp.ip_version = 0;
  ClassifierRule any_ip;
  any_ip.protocol = ClassifierRule::kAnyIp;
  EXPECT_FALSE(any_ip.matches(arp));
  EXPECT_TRUE(ClassifierRule{}.matches(arp));
}

TEST(Classifier, TestsByPriorityAndFallsBackToTheDefault) {
  FlowTable flows;
  const FlowId tcp = flows.add("tcp", tcp_key());
  const FlowId other = flows.add("other", FlowKey{});
  Offers offers;
  PacketClassifierConfig config;
  config.default_service_flow = 0;
  ClassifierRule low;
  low.service_flow = 1;
  low.priority = 3;
  low.protocol = 6;
  ClassifierRule high = low;
  high.service_flow = 2;
  high.priority = 200;
  config.rules = {low, high};
  Classifier classifier("classifier", config, 3, flows, offers);
  PacketPool pool;
  for (const FlowId flow : {tcp, other, tcp}) {
    PacketHandle packet = pool.take();
    packet->flow = flow;
    classifier.arrive(std::move(packet), 42);
  }
  EXPECT_EQ(offers.flows, (std::vector<unsigned>{2, 0, 2}));
  EXPECT_EQ(offers.at, (std::vector<TimePs>{42, 42, 42}));
  // A flow that appears while the modem runs.
  const FlowId late = flows.add("late", tcp_key());
  EXPECT_EQ(classifier.service_flow_of(late), 2U);
}

TEST(Classifier, PacketsOfOneFlowMayDifferInTheirEcnField) {
  FlowTable flows;
  const FlowId tcp = flows.add("tcp", tcp_key());
  Offers offers;
  PacketClassifierConfig config;
  config.rules.resize(1);
  config.rules[0].service_flow = 1;
  config.rules[0].tos = {1, 1, 0x03};
  Classifier classifier("classifier", config, 3, flows, offers);
  PacketPool pool;
  const auto arrive = [&](Ecn ecn) {
    PacketHandle packet = pool.take();
    packet->flow = tcp;
    packet->ecn = ecn;
    classifier.arrive(std::move(packet), 0);
  };
  for (const Ecn ecn : {Ecn::kNotEct, Ecn::kEct1, Ecn::kCe, Ecn::kEct1, Ecn::kNotEct}) {
    arrive(ecn);
  }
  classifier.assign(tcp, 2);
  arrive(Ecn::kEct1);
  arrive(Ecn::kNotEct);
  EXPECT_EQ(offers.flows, (std::vector<unsigned>{0, 1, 0, 1, 0, 2, 2}));
}

// RFC 9331: ECT(1) and CE; RFC 9956: DSCP 45; EF. IPv6 has the same bits in its traffic class.
TEST(AggregateSplit, GoesByTheCodePointsOfIpPackets) {
  struct {
    std::uint8_t ip_version;
    std::uint8_t dscp;
    Ecn ecn;
    bool low_latency;
  } const cases[] = {
      {4, 0, Ecn::kNotEct, false}, {4, 0, Ecn::kEct0, false},   {4, 0, Ecn::kEct1, true},
      {4, 0, Ecn::kCe, true},      {4, 45, Ecn::kNotEct, true}, {4, 46, Ecn::kEct0, true},
      {4, 44, Ecn::kEct0, false},  {4, 47, Ecn::kCe, true},     {6, 0, Ecn::kEct1, true},
      {6, 45, Ecn::kEct0, true},   {6, 0, Ecn::kEct0, false},   {0, 45, Ecn::kEct1, false},
  };
  docsis::AggregateSplit split;
  split.classic = 3;
  split.low_latency = 4;
  docsis::AggregateSplit other = split;
  other.ecn_fields = 1U << static_cast<unsigned>(Ecn::kEct0);
  other.dscps = std::uint64_t{1} << 63;
  for (const auto& each : cases) {
    FlowKey key = tcp_key();
    key.ip_version = each.ip_version;
    key.dscp = each.dscp;
    EXPECT_EQ(split.service_flow_of(key, each.ecn), each.low_latency ? 4U : 3U)
        << int{each.ip_version} << " " << int{each.dscp} << " " << static_cast<int>(each.ecn);
    const bool takes = each.ip_version != 0 && each.ecn == Ecn::kEct0;
    EXPECT_EQ(other.service_flow_of(key, each.ecn), takes ? 4U : 3U);
  }
}

TEST(Classifier, SplitsWhatAnAggregateTakesAndLeavesRulesForServiceFlowsAlone) {
  FlowTable flows;
  const FlowId ef = flows.add("ef", tcp_key());
  FlowKey key = tcp_key();
  key.dscp = 0;
  const FlowId plain = flows.add("plain", key);
  key.destination_port = 80;
  const FlowId chosen = flows.add("chosen", key);
  key.destination_port = 22;
  const FlowId second = flows.add("second", key);
  Offers offers;
  PacketClassifierConfig config;
  config.aggregates.resize(2);
  config.aggregates[0].low_latency = 1;
  config.aggregates[1].classic = 2;
  config.aggregates[1].low_latency = 3;
  config.default_aggregate = 0;
  config.rules.resize(2);
  config.rules[0].service_flow = 1;
  config.rules[0].destination_port = ClassifierRule::Range{80, 80};
  config.rules[1].aggregate = 1;
  config.rules[1].destination_port = ClassifierRule::Range{22, 22};
  Classifier classifier("classifier", config, 4, flows, offers);
  EXPECT_EQ(classifier.service_flow_of(ef), 1U);
  EXPECT_EQ(classifier.service_flow_of(plain), 0U);
  EXPECT_EQ(classifier.service_flow_of(plain, Ecn::kEct1), 1U);
  EXPECT_EQ(classifier.service_flow_of(chosen), 1U);
  EXPECT_EQ(classifier.service_flow_of(second), 2U);
  EXPECT_EQ(classifier.service_flow_of(second, Ecn::kCe), 3U);
  config.rules[1].aggregate = 2;
  EXPECT_THROW(Classifier("a", config, 4, flows, offers), ConfigError);
  config.rules.clear();
  config.aggregates[1].low_latency = 4;
  EXPECT_THROW(Classifier("b", config, 4, flows, offers), ConfigError);
}

TEST(Classifier, RefusesUnknownServiceFlowsAndTooManyRules) {
  FlowTable flows;
  Offers offers;
  PacketClassifierConfig unknown;
  unknown.rules.resize(1);
  unknown.rules[0].service_flow = 2;
  EXPECT_THROW(Classifier("a", unknown, 2, flows, offers), ConfigError);
  PacketClassifierConfig many;
  many.rules.resize(33);
  EXPECT_THROW(Classifier("b", many, 2, flows, offers), ConfigError);
}

}  // namespace
}  // namespace docsis_vp::cm::classifier_test
