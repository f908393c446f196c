#include "system/scenario/provisioned_classifier.h"

#include "system/scenario/tlv_values.h"

namespace docsis_vp::system {

namespace {

using docsis::ConfigFileError;
using docsis::ConfigTlv;
using docsis::TlvKind;

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

// An address, if only any, says which IP it is.
void require_version(ClassifierConfig& rule, const char* any) {
  if (rule.source.empty() && rule.destination.empty()) {
    rule.source = any;
  }
}

void read_ipv4(const ConfigTlv& group, ClassifierConfig& rule) {
  read_tos(group, rule);
  copy(group, 2, rule.protocol);
  rule.source = address(group, 3, TlvKind::kIpv4, text(group, 4, TlvKind::kIpv4));
  rule.destination = address(group, 5, TlvKind::kIpv4, text(group, 6, TlvKind::kIpv4));
  copy(group, 7, rule.source_port_start);
  copy(group, 8, rule.source_port_end);
  copy(group, 9, rule.destination_port_start);
  copy(group, 10, rule.destination_port_end);
  require_version(rule, "0.0.0.0/0");
}

void read_ipv6(const ConfigTlv& group, ClassifierConfig& rule) {
  const auto length = [&](std::uint8_t type) {
    const auto bits = number(group, type);
    return bits ? std::to_string(*bits) : "";
  };
  read_tos(group, rule);
  copy(group, 3, rule.protocol);
  rule.source = address(group, 4, TlvKind::kIpv6, length(5));
  rule.destination = address(group, 6, TlvKind::kIpv6, length(7));
  require_version(rule, "::/0");
}

// What the first octet of 22.10.3 and 23.10.3 says of the other two (RFC 4323,
// docsQosPktClassEnetProtocolType).
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

// Packets here have an EtherType, no VLAN tag and no flow label, and are of one IP version.
bool can_match(const ConfigTlv& tlv) {
  const ConfigTlv* const ethernet = tlv.child(10);
  const std::uint8_t protocol = ethernet == nullptr ? kNotLookedAt : ethernet_protocol(*ethernet);
  const ConfigTlv* const ipv6 = tlv.child(12);
  const bool has_label = ipv6 != nullptr && number(*ipv6, 2).value_or(0) != 0;
  const bool has_both = tlv.child(9) != nullptr && ipv6 != nullptr;
  return tlv.child(11) == nullptr && !has_label && !has_both && protocol != kDsap &&
         protocol != kMacManagement;
}

}  // namespace

std::optional<ClassifierConfig> provisioned_classifier(const ConfigTlv& tlv,
                                                       const std::string& service_flow) {
  if (!can_match(tlv)) {
    return {};
  }
  ClassifierConfig rule;
  rule.service_flow = service_flow;
  copy(tlv, 5, rule.priority);
  if (const ConfigTlv* const ipv4 = tlv.child(9)) {
    read_ipv4(*ipv4, rule);
  }
  if (const ConfigTlv* const ipv6 = tlv.child(12)) {
    read_ipv6(*ipv6, rule);
  }
  if (const ConfigTlv* const ethernet = tlv.child(10)) {
    read_ethernet(*ethernet, rule);
  }
  return rule;
}

}  // namespace docsis_vp::system
