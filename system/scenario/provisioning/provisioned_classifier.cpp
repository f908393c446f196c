#include "system/scenario/provisioning/provisioned_classifier.h"

#include <algorithm>

#include "system/scenario/provisioning/tlv_values.h"

namespace docsis_vp::system {

namespace {

using docsis::ConfigFileError;
using docsis::ConfigTlv;
using docsis::TlvKind;
using Octets = std::vector<std::uint8_t>;

void read_tos(const ConfigTlv& group, ClassifierConfig& rule) {
  if (const ConfigTlv* const tos = group.child(1)) {
    rule.tos_low = tos->value[0];
    rule.tos_high = tos->value[1];
    rule.tos_mask = tos->value[2];
  }
}

std::string address(const ConfigTlv& group, std::uint8_t type, TlvKind kind,
                    const std::string& length) {
  const std::string octets = text(group, type, kind);
  return octets.empty() || length.empty() ? octets : octets + "/" + length;
}

// Sets an address that matches anything, if there is none, because it determines the IP version.
void require_version(ClassifierConfig& rule, const char* any) {
  if (rule.source.empty() && rule.destination.empty()) {
    rule.source = any;
  }
}

// C.2.1.6 applies to IPv4, but shares its group with the ports of C.2.1.7, which apply to both
// versions.
constexpr std::uint8_t kLastOfIpv4 = 6;

bool has_ipv4_criteria(const ConfigTlv& group) {
  return std::any_of(group.children.begin(), group.children.end(),
                     [](const ConfigTlv& tlv) { return tlv.type <= kLastOfIpv4; });
}

void read_ipv4(const ConfigTlv& group, ClassifierConfig& rule) {
  copy(group, 7, rule.source_port_start);
  copy(group, 8, rule.source_port_end);
  copy(group, 9, rule.destination_port_start);
  copy(group, 10, rule.destination_port_end);
  if (!has_ipv4_criteria(group)) {
    return;
  }
  read_tos(group, rule);
  copy(group, 2, rule.protocol);
  rule.source = address(group, 3, TlvKind::kIpv4, text(group, 4, TlvKind::kIpv4));
  rule.destination = address(group, 5, TlvKind::kIpv4, text(group, 6, TlvKind::kIpv4));
  require_version(rule, "0.0.0.0/0");
}

void read_ipv6(const ConfigTlv& group, ClassifierConfig& rule) {
  if (group.children.empty()) {
    return;
  }
  const auto length = [&](std::uint8_t type) {
    const auto bits = number(group, type);
    return bits ? std::to_string(*bits) : "";
  };
  read_tos(group, rule);
  // DOCS-QOS3-MIB, docsQosPktClassFlowLabel: 0 means none.
  if (const auto label = number(group, 2); label && *label != 0) {
    rule.flow_label = static_cast<unsigned>(*label);
  }
  copy(group, 3, rule.protocol);
  rule.source = address(group, 4, TlvKind::kIpv6, length(5));
  rule.destination = address(group, 6, TlvKind::kIpv6, length(7));
  require_version(rule, "::/0");
}

// Meaning of the first octet of 22.10.3 and 23.10.3 (RFC 4323, docsQosPktClassEnetProtocolType).
constexpr std::uint8_t kNotLookedAt = 0;
constexpr std::uint8_t kEtherType = 1;
constexpr std::uint8_t kDsap = 2;           // an IEEE 802.2 header, which no packet here has
constexpr std::uint8_t kMacManagement = 3;  // not a packet of a service flow
constexpr std::uint8_t kAllPackets = 4;

std::uint8_t ethernet_protocol(const ConfigTlv& group) {
  const ConfigTlv* const type = group.child(3);
  if (type != nullptr && type->value[0] > kAllPackets) {
    throw ConfigFileError(type->offset,
                          "expected 0 to 4 in the first octet of an Ethernet type, got " +
                              std::to_string(type->value[0]));
  }
  return type == nullptr ? kNotLookedAt : type->value[0];
}

void read_ethernet(const ConfigTlv& group, ClassifierConfig& rule) {
  if (const ConfigTlv* const both = group.child(1)) {
    const auto middle = both->value.begin() + 6;
    rule.ethernet_destination = value_text(TlvKind::kMacAddress, {both->value.begin(), middle}) +
                                "/" + value_text(TlvKind::kMacAddress, {middle, both->value.end()});
  }
  rule.ethernet_source = text(group, 2, TlvKind::kMacAddress);
  if (ethernet_protocol(group) == kEtherType) {
    const ConfigTlv& type = *group.child(3);
    rule.ether_type = static_cast<unsigned>(type.value[1] << 8 | type.value[2]);
  }
}

// C.2.1.9: the VLAN is in the upper twelve of sixteen bits.
void read_vlan(const ConfigTlv& group, ClassifierConfig& rule) {
  if (const ConfigTlv* const priority = group.child(1)) {
    rule.vlan_priority_low = priority->value[0];
    rule.vlan_priority_high = priority->value[1];
  }
  if (const auto vlan = number(group, 2)) {
    rule.vlan = static_cast<unsigned>(*vlan >> 4);
  }
}

// C.2.1.13: the VLAN is in the lower twelve bits.
void read_tags(const ConfigTlv& group, ClassifierConfig& rule) {
  copy(group, 2, rule.service_vlan);
  copy(group, 6, rule.vlan);
}

void read_icmp(const ConfigTlv& group, ClassifierConfig& rule) {
  copy(group, 1, rule.icmp_type_start);
  copy(group, 2, rule.icmp_type_end);
}

// One function per kind of criterion: returns why no packet can match; empty: a packet may match.

std::string named(const std::string& path, const ConfigTlv& tlv) {
  const std::string name = path + std::to_string(tlv.type);
  return tlv.known == nullptr ? name : name + " (" + tlv.known->name + ")";
}

// C.2.1.6.2, C.2.1.10.3: above 257 the entry is invalid.
std::string bad_protocol(const ConfigTlv& group, std::uint8_t type, const std::string& path) {
  constexpr std::uint64_t kTcpOrUdp = 257;
  const ConfigTlv* const protocol = group.child(type);
  return protocol != nullptr && protocol->number() > kTcpOrUdp
             ? named(path, *protocol) + " is " + std::to_string(protocol->number()) +
                   ", above 257 the rule is invalid"
             : "";
}

// DOCS-QOS3-MIB, docsQosPktClassInetSourceAddr and others: the masked address of the packet is
// compared with the whole value.
std::string stray_bits(const std::string& path, const ConfigTlv& tlv, const Octets& value,
                       const Octets& mask) {
  const std::size_t octets = std::min(value.size(), mask.size());
  for (std::size_t i = 0; i < octets; ++i) {
    if ((value[i] & ~mask[i]) != 0) {
      return named(path, tlv) + " has bits outside its mask";
    }
  }
  return "";
}

Octets mask_of_length(std::uint64_t bits) {
  Octets mask(16);
  for (std::size_t bit = 0; bit < bits; ++bit) {
    mask[bit / 8] = static_cast<std::uint8_t>(mask[bit / 8] | 0x80 >> bit % 8);
  }
  return mask;
}

// type: of an address; its mask or length is the next type.
std::string stray_host_bits(const ConfigTlv& group, std::uint8_t type, const std::string& path) {
  const ConfigTlv* const value = group.child(type);
  const ConfigTlv* const mask = group.child(static_cast<std::uint8_t>(type + 1));
  if (value == nullptr || mask == nullptr) {
    return "";
  }
  return stray_bits(path, *value, value->value,
                    mask->value.size() == 1 ? mask_of_length(mask->number()) : mask->value);
}

std::string crossed(const ConfigTlv& group, std::uint8_t low, std::uint8_t high,
                    const std::string& path, std::uint64_t highest) {
  const std::uint64_t from = number(group, low).value_or(0);
  const std::uint64_t to = number(group, high).value_or(highest);
  if (from <= to) {
    return "";
  }
  const ConfigTlv* const end = group.child(high);
  return named(path, end != nullptr ? *end : *group.child(low)) + " ends a range before it begins";
}

std::string crossed_octets(const ConfigTlv& group, const std::string& path) {
  const ConfigTlv* const range = group.child(1);
  return range != nullptr && range->value[0] > range->value[1]
             ? named(path, *range) + " ends a range before it begins"
             : "";
}

std::string first_of(std::initializer_list<std::string> reasons) {
  const auto* const found = std::find_if(reasons.begin(), reasons.end(),
                                         [](const std::string& reason) { return !reason.empty(); });
  return found == reasons.end() ? "" : *found;
}

std::string ipv4_objection(const ConfigTlv& group, const std::string& path) {
  constexpr std::uint64_t kLastPort = 65535;
  return first_of({crossed_octets(group, path), bad_protocol(group, 2, path),
                   stray_host_bits(group, 3, path), stray_host_bits(group, 5, path),
                   crossed(group, 7, 8, path, kLastPort), crossed(group, 9, 10, path, kLastPort)});
}

std::string ipv6_objection(const ConfigTlv& group, const std::string& path) {
  return first_of({crossed_octets(group, path), bad_protocol(group, 3, path),
                   stray_host_bits(group, 4, path), stray_host_bits(group, 6, path)});
}

std::string ethernet_objection(const ConfigTlv& group, const std::string& path) {
  if (const ConfigTlv* const both = group.child(1)) {
    const auto middle = both->value.begin() + 6;
    const std::string stray =
        stray_bits(path, *both, {both->value.begin(), middle}, {middle, both->value.end()});
    if (!stray.empty()) {
      return stray;
    }
  }
  switch (ethernet_protocol(group)) {
    case kDsap:
      return named(path, *group.child(3)) + " asks for a DSAP, packets here have an EtherType";
    case kMacManagement:
      return named(path, *group.child(3)) + " asks for MAC management messages";
    default:
      return "";
  }
}

std::string tag_objection(const ConfigTlv& group, const std::string& path) {
  constexpr std::uint64_t kHighestVlan = 0xFFF;
  const Octets service = {0x88, 0xa8};
  const Octets customer = {0x81, 0x00};
  for (const ConfigTlv& tlv : group.children) {
    const bool is_vlan = tlv.type == 2 || tlv.type == 6;
    const bool is_known = is_vlan ? tlv.number() <= kHighestVlan
                                  : (tlv.type == 1 && tlv.value == service) ||
                                        (tlv.type == 5 && tlv.value == customer);
    if (!is_known) {
      return named(path, tlv) + (is_vlan ? " is above 4095" : " is not modelled");
    }
    if (!is_vlan && group.child(static_cast<std::uint8_t>(tlv.type + 1)) == nullptr) {
      return named(path, tlv) + " without a VLAN is not modelled";
    }
  }
  return "";
}

// Accepts the interfaces on which packets enter here: 1 and 5 to 15.
std::string interface_objection(const ConfigTlv& tlv, const std::string& path) {
  if (path.substr(0, 2) == "23") {
    return named(path, tlv) + " is a criterion of the modem, not of the CMTS";
  }
  const Octets lan_ports = {0x47, 0xff};
  for (std::size_t i = 0; i < std::min(tlv.value.size(), lan_ports.size()); ++i) {
    if ((tlv.value[i] & lan_ports[i]) != 0) {
      return "";
    }
  }
  return named(path, tlv) + " names no Ethernet port";
}

std::string unknown_within(const ConfigTlv& group, const std::string& path) {
  for (const ConfigTlv& tlv : group.children) {
    if (tlv.known == nullptr) {
      return named(path, tlv) + " is not modelled";
    }
  }
  return "";
}

std::string objection_of(const ConfigTlv& tlv, const std::string& path) {
  const std::string inner = path + std::to_string(tlv.type) + ".";
  const std::string unknown = unknown_within(tlv, inner);
  if (!unknown.empty()) {
    return unknown;
  }
  switch (tlv.type) {
    case 9:
      return ipv4_objection(tlv, inner);
    case 10:
      return ethernet_objection(tlv, inner);
    case 11:
      return crossed_octets(tlv, inner);
    case 12:
      return ipv6_objection(tlv, inner);
    case 13:
      return interface_objection(tlv, path);
    case 14:
      return tag_objection(tlv, inner);
    case 16:
      return crossed(tlv, 1, 2, inner, UINT8_MAX);
    default: {
      constexpr std::uint8_t kLastOfHead = 7;  // references, priority, state, action
      const bool is_head = tlv.known != nullptr && tlv.type <= kLastOfHead;
      return is_head ? "" : named(path, tlv) + " is not modelled";
    }
  }
}

// Returns criteria that exclude each other.
std::string contradiction(const ConfigTlv& tlv) {
  const ConfigTlv* const ipv4 = tlv.child(9);
  const ConfigTlv* const ipv6 = tlv.child(12);
  if (ipv4 != nullptr && has_ipv4_criteria(*ipv4) && ipv6 != nullptr && !ipv6->children.empty()) {
    return "it asks for IPv4 and IPv6 at once";
  }
  const ConfigTlv* const vlan = tlv.child(11);
  const ConfigTlv* const tags = tlv.child(14);
  if (vlan != nullptr && tags != nullptr) {
    const auto one = number(*vlan, 2);
    const auto other = number(*tags, 6);
    if (one && other && *one >> 4 != *other) {
      return "it asks for two VLANs at once";
    }
  }
  return "";
}

}  // namespace

std::string unmatched_reason(const ConfigTlv& tlv) {
  const std::string path = std::to_string(tlv.type) + ".";
  for (const ConfigTlv& criterion : tlv.children) {
    const std::string objection = objection_of(criterion, path);
    if (!objection.empty()) {
      return objection;
    }
  }
  return contradiction(tlv);
}

ClassifierConfig provisioned_classifier(const ConfigTlv& tlv, const std::string& service_flow) {
  ClassifierConfig rule;
  rule.service_flow = service_flow;
  copy(tlv, 5, rule.priority);
  const auto read = [&tlv, &rule](std::uint8_t type, auto reader) {
    if (const ConfigTlv* const group = tlv.child(type)) {
      reader(*group, rule);
    }
  };
  read(9, read_ipv4);
  read(10, read_ethernet);
  read(11, read_vlan);
  read(12, read_ipv6);
  read(14, read_tags);
  read(16, read_icmp);
  rule.cm_interface_mask = text(tlv, 13, TlvKind::kOctets);
  return rule;
}

}  // namespace docsis_vp::system
