// Classifiers in users' words.
#include "system/scenario/derive/classifier_rule.h"

#include <gtest/gtest.h>

#include <functional>

#include "platform/base/errors.h"

namespace docsis_vp::system::classifier_rule_test {
namespace {

FlowKey udp_key() {
  FlowKey key;
  key.ethernet_source = {0x02, 0, 0, 0, 0, 0x10};
  key.ethernet_destination = {0x02, 0, 0, 0, 0, 0x01};
  key.dscp = 46;
  key.source = {10, 1, 2, 3};
  key.destination = {198, 51, 100, 1};
  key.source_port = 5004;
  key.destination_port = 53;
  key.customer_tag = 0xA0C8;  // priority 5, VLAN 200
  key.lan_port = 0;
  return key;
}

FlowKey ipv6_key() {
  FlowKey key = udp_key();
  key.ip_version = 6;
  key.ether_type = 0x86DD;
  key.flow_label = 7;
  key.customer_tag = FlowKey::kNone;
  key.service_tag = 100;
  key.lan_port = 1;
  key.source = {0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7};
  return key;
}

TEST(ClassifierWords, MatchWhatTheySay) {
  const struct {
    const char* what;
    std::function<void(ClassifierConfig&)> say;
    bool matches_ipv4;
    bool matches_ipv6;
  } cases[] = {
      {"nothing", [](auto&) {}, true, true},
      {"dscp", [](auto& c) { c.dscp = 46; }, true, true},
      {"another dscp", [](auto& c) { c.dscp = 45; }, false, false},
      {"tos", [](auto& c) { c.tos_low = 0xB8; }, true, true},
      {"range of tos",
       [](auto& c) {
         c.tos_low = 0x80;
         c.tos_high = 0xBF;
         c.tos_mask = 0xFF;
       },
       true, true},
      {"tos under a mask",
       [](auto& c) {
         c.tos_low = 0x20;
         c.tos_mask = 0xE0;
       },
       false, false},
      {"protocol", [](auto& c) { c.protocol = 17; }, true, true},
      {"TCP", [](auto& c) { c.protocol = 6; }, false, false},
      {"prefix", [](auto& c) { c.source = "10.0.0.0/8"; }, true, false},
      {"mask", [](auto& c) { c.source = "10.0.2.0/255.0.255.0"; }, true, false},
      {"another mask", [](auto& c) { c.source = "10.9.2.0/255.255.255.0"; }, false, false},
      {"address", [](auto& c) { c.destination = "198.51.100.1"; }, true, false},
      {"IPv6 prefix", [](auto& c) { c.source = "2001:db8::/32"; }, false, true},
      {"odd IPv6 prefix", [](auto& c) { c.source = "2001:db8:8000::/33"; }, false, false},
      {"ports",
       [](auto& c) {
         c.source_port_start = 5000;
         c.source_port_end = 5010;
       },
       true, true},
      {"ports up to", [](auto& c) { c.destination_port_end = 52; }, false, false},
      {"ports from", [](auto& c) { c.destination_port_start = 53; }, true, true},
      {"station", [](auto& c) { c.ethernet_source = "02:00:00:00:00:10"; }, true, true},
      {"stations", [](auto& c) { c.ethernet_destination = "02-00-00-00-00-00/ff:ff:ff:ff:ff:00"; },
       true, true},
      {"another station", [](auto& c) { c.ethernet_source = "02:00:00:00:00:11"; }, false, false},
      {"type", [](auto& c) { c.ether_type = 0x86DD; }, false, true},
      {"ICMP", [](auto& c) { c.icmp_type_start = 0; }, false, false},
      {"flow label", [](auto& c) { c.flow_label = 7; }, false, true},
      {"service VLAN", [](auto& c) { c.service_vlan = 100; }, false, true},
      {"VLAN", [](auto& c) { c.vlan = 200; }, true, false},
      {"VLAN and priority",
       [](auto& c) {
         c.vlan = 200;
         c.vlan_priority_low = 5;
       },
       true, false},
      {"priority up to", [](auto& c) { c.vlan_priority_high = 4; }, false, false},
      {"all interfaces of the LAN", [](auto& c) { c.cm_interface_mask = "47ff"; }, true, true},
      {"the first port", [](auto& c) { c.cm_interface_mask = "40"; }, true, false},
      {"the second port", [](auto& c) { c.cm_interface_mask = "0400"; }, false, true},
      {"the modem, its cable side, a telephone adapter",
       [](auto& c) { c.cm_interface_mask = "a0008000"; }, false, false},
  };
  for (const auto& c : cases) {
    ClassifierConfig config;
    c.say(config);
    const docsis::ClassifierRule rule = rule_of(config, 3, "/classifiers/0");
    EXPECT_EQ(rule.service_flow, 3U);
    EXPECT_EQ(rule.matches(udp_key()), c.matches_ipv4) << c.what;
    EXPECT_EQ(rule.matches(ipv6_key()), c.matches_ipv6) << c.what;
  }
}

TEST(ClassifierWords, RefuseWhatMeansNothing) {
  const struct {
    std::function<void(ClassifierConfig&)> say;
    const char* pointer;
    const char* message;
  } cases[] = {
      {[](auto& c) { c.source = "10.0.0.0/33"; }, "/c/source",
       "expected an IPv4 or IPv6 address or prefix, got \"10.0.0.0/33\""},
      {[](auto& c) { c.source = "10.0.0.1/8"; }, "/c/source",
       "expected an address without bits outside its mask, got \"10.0.0.1/8\""},
      {[](auto& c) { c.destination = "10.0.0.1/255.0.0.254"; }, "/c/destination",
       "expected an address without bits outside its mask, got \"10.0.0.1/255.0.0.254\""},
      {[](auto& c) { c.destination = "2001:db8::1/127"; }, "/c/destination",
       "expected an address without bits outside its mask, got \"2001:db8::1/127\""},
      {[](auto& c) { c.ethernet_destination = "02:00:00:00:00:10/ff:00:00:00:00:00"; },
       "/c/ethernet_destination",
       "expected an address without bits outside its mask, got "
       "\"02:00:00:00:00:10/ff:00:00:00:00:00\""},
      {[](auto& c) {
         c.source = "10.0.0.1";
         c.destination = "::1";
       },
       "/c/destination", "expected addresses of one IP version, got \"::1\""},
      {[](auto& c) { c.ethernet_source = "02:00:00:00:00"; }, "/c/ethernet_source",
       "expected a MAC address such as 02:00:00:00:00:10, got \"02:00:00:00:00\""},
      {[](auto& c) { c.ethernet_source = "02:00:00:00:00:1"; }, "/c/ethernet_source",
       "expected a MAC address such as 02:00:00:00:00:10, got \"02:00:00:00:00:1\""},
      {[](auto& c) {
         c.source_port_start = 5;
         c.source_port_end = 4;
       },
       "/c/source_port_end", "expected a port from 5 on, got 4"},
      {[](auto& c) { c.cm_interface_mask = "4"; }, "/c/cm_interface_mask",
       "expected an even number of hexadecimal digits, got \"4\""},
      {[](auto& c) {
         c.vlan_priority_low = 5;
         c.vlan_priority_high = 4;
       },
       "/c/vlan_priority_high", "expected a priority from 5 on, got 4"},
      {[](auto& c) {
         c.icmp_type_start = 8;
         c.icmp_type_end = 0;
       },
       "/c/icmp_type_end", "expected a type from 8 on, got 0"},
      {[](auto& c) {
         c.dscp = 1;
         c.tos_low = 1;
       },
       "/c/dscp", "cannot be combined with tos_low, tos_high and tos_mask"},
      {[](auto& c) {
         c.tos_low = 200;
         c.tos_high = 10;
       },
       "/c/tos_high", "expected at least tos_low, 200, got 10"},
      {[](auto& c) { c.tos_mask = 1; }, "/c", "the key \"tos_low\" is missing"},
  };
  for (const auto& c : cases) {
    ClassifierConfig config;
    c.say(config);
    try {
      rule_of(config, 0, "/c");
      ADD_FAILURE() << c.message;
    } catch (const ConfigError& error) {
      EXPECT_EQ(error.pointer(), c.pointer);
      EXPECT_EQ(error.message(), c.message);
    }
  }
}

}  // namespace
}  // namespace docsis_vp::system::classifier_rule_test
