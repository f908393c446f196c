#include "system/scenario/fields/classifier.h"

#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

namespace {

using Classifiers = Table<ClassifierConfig>;

constexpr std::string_view kAny = "any";

void add_ip(Classifiers& t) {
  t.integer("dscp", &ClassifierConfig::dscp, 0, 63)
      .default_is(kAny)
      .source("RFC 2474")
      .says("Code point of the IPv4 TOS or IPv6 traffic class octet.");
  t.integer("tos_low", &ClassifierConfig::tos_low, 0, 255)
      .default_is(kAny)
      .source("MULPI C.2.1.5.1")
      .says("Instead of `dscp`: lowest TOS or traffic class octet under the mask.");
  t.integer("tos_high", &ClassifierConfig::tos_high, 0, 255)
      .default_is("`tos_low`")
      .source("MULPI C.2.1.5.1")
      .says("Highest TOS or traffic class octet under the mask.");
  t.integer("tos_mask", &ClassifierConfig::tos_mask, 0, 255)
      .default_is("252, all but ECN")
      .source("MULPI C.2.1.5.1")
      .says("Mask of the significant bits; 3 are the ECN bits.");
  t.integer("protocol", &ClassifierConfig::protocol, 0, 257)
      .default_is(kAny)
      .source("MULPI C.2.1.5.2")
      .says("6 is TCP, 17 UDP, 256 any IP, 257 TCP or UDP.");
  t.string("source", &ClassifierConfig::source)
      .says(
          "IPv4 or IPv6 address of the sender, or a prefix without bits outside its mask: "
          "`10.0.0.0/8`, `10.0.0.0/255.0.0.0`, `2001:db8::/32`.");
  t.string("destination", &ClassifierConfig::destination)
      .says("IPv4 or IPv6 address of the receiver, or a prefix.");
}

void add_ports(Classifiers& t) {
  t.integer("source_port_start", &ClassifierConfig::source_port_start, 0, 65535)
      .default_is("0, if `source_port_end` is given")
      .source("MULPI C.2.1.5.7")
      .says("Lowest port of the sender; packets without ports do not match.");
  t.integer("source_port_end", &ClassifierConfig::source_port_end, 0, 65535)
      .default_is("65535, if `source_port_start` is given")
      .says("Highest port of the sender.");
  t.integer("destination_port_start", &ClassifierConfig::destination_port_start, 0, 65535)
      .default_is("0, if `destination_port_end` is given")
      .source("MULPI C.2.1.5.9")
      .says("Lowest port of the receiver.");
  t.integer("destination_port_end", &ClassifierConfig::destination_port_end, 0, 65535)
      .default_is("65535, if `destination_port_start` is given")
      .says("Highest port of the receiver.");
}

void add_icmp(Classifiers& t) {
  t.integer("icmp_type_start", &ClassifierConfig::icmp_type_start, 0, 255)
      .default_is("0, if `icmp_type_end` is given")
      .source("MULPI C.2.1.12")
      .says("Lowest type of ICMP or ICMPv6 (8 and 128 are echo requests); others do not match.");
  t.integer("icmp_type_end", &ClassifierConfig::icmp_type_end, 0, 255)
      .default_is("255, if `icmp_type_start` is given")
      .says("Highest type of ICMP or ICMPv6.");
  t.integer("flow_label", &ClassifierConfig::flow_label, 0, 0xFFFFF)
      .default_is(kAny)
      .source("MULPI C.2.1.10.2")
      .says("Flow label of IPv6; IPv4 does not match.");
}

void add_vlan(Classifiers& t) {
  t.integer("service_vlan", &ClassifierConfig::service_vlan, 0, 4095)
      .default_is(kAny)
      .source("MULPI C.2.1.13.2")
      .says("VLAN of the outermost tag of type 0x88a8; frames without one do not match.");
  t.integer("vlan", &ClassifierConfig::vlan, 0, 4095)
      .default_is(kAny)
      .source("MULPI C.2.1.9.2")
      .says("VLAN of the outermost tag of type 0x8100; frames without one do not match.");
  t.integer("vlan_priority_low", &ClassifierConfig::vlan_priority_low, 0, 7)
      .default_is("0, if `vlan_priority_high` is given")
      .source("MULPI C.2.1.9.1")
      .says("Lowest priority in that tag.");
  t.integer("vlan_priority_high", &ClassifierConfig::vlan_priority_high, 0, 7)
      .default_is("7, if `vlan_priority_low` is given")
      .says("Highest priority in that tag.");
}

void add_interface(Classifiers& t) {
  t.string("cm_interface_mask", &ClassifierConfig::cm_interface_mask)
      .default_is(kAny)
      .source("MULPI C.2.1.4.8; CLAB-DEF-MIB")
      .says(
          "Upstream only: interfaces through which a packet may enter the modem, as "
          "hexadecimal octets whose first bit is interface 0. 1 is the modem's first Ethernet "
          "port, 5 to 15 are the next ones: `47ff` is all of them. No packet enters by another "
          "interface.");
}

void add_ethernet(Classifiers& t) {
  t.string("ethernet_source", &ClassifierConfig::ethernet_source)
      .source("MULPI C.2.1.6")
      .says("MAC address of the sender, `02:00:00:00:00:10`.");
  t.string("ethernet_destination", &ClassifierConfig::ethernet_destination)
      .source("MULPI C.2.1.6")
      .says("MAC address of the receiver; `/` and a mask may follow.");
  t.integer("ether_type", &ClassifierConfig::ether_type, 0, 65535)
      .default_is(kAny)
      .source("MULPI C.2.1.6")
      .says("2048 is IPv4, 34525 IPv6.");
}

}  // namespace

const Table<ClassifierConfig>& classifier_table() {
  static const Table<ClassifierConfig> table = [] {
    Classifiers t(
        "classifier",
        "A rule that assigns packets to a service flow of the same direction. All given "
        "criteria must match. The matching rule of highest priority decides, or the first of "
        "equal priority. Packets without a matching rule take the modem's first service flow "
        "of the direction.");
    t.identifier("name", &ClassifierConfig::name)
        .default_is("none")
        .says("Name of the classifier, for `--set` and `extends`.");
    t.identifier("service_flow", &ClassifierConfig::service_flow)
        .required()
        .says("Service flow of the packets.");
    t.integer("priority", &ClassifierConfig::priority, 0, 255)
        .source("MULPI C.2.1.3.5")
        .says("Priority of the rule; 255 is the highest.");
    add_ip(t);
    add_ports(t);
    add_icmp(t);
    add_ethernet(t);
    add_vlan(t);
    add_interface(t);
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
