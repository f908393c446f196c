#include "system/scenario/derive/classifier_rule.h"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <charconv>
#include <string_view>
#include <vector>

#include "platform/base/errors.h"
#include "system/config_file/value_text.h"
#include "system/scenario/derive/ip_prefix.h"

namespace docsis_vp::system {

namespace {

using docsis::ClassifierRule;

constexpr unsigned kAllButEcn = 0xFC;
constexpr unsigned kHighestPort = 65535;
constexpr unsigned kHighestIcmpType = 255;
constexpr unsigned kHighestPriority = 7;

[[noreturn]] void refuse(const std::string& pointer, const std::string& expected,
                         const std::string& got) {
  throw ConfigError(pointer, "expected " + expected + ", got \"" + got + "\"");
}

ClassifierRule::AddressMatch match_of(const hosts::IpPrefix& prefix) {
  ClassifierRule::AddressMatch match;
  match.address = prefix.address;
  for (unsigned bit = 0; bit < prefix.bits; ++bit) {
    match.mask[bit / 8] = static_cast<std::uint8_t>(match.mask[bit / 8] | 0x80 >> bit % 8);
  }
  return match;
}

// Parses "10.0.0.0/255.0.0.0": an address and its significant bits.
std::optional<ClassifierRule::AddressMatch> masked(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) {
    return {};
  }
  const auto address = parse_address(text.substr(0, slash));
  const auto mask = parse_address(text.substr(slash + 1));
  if (!address || !mask || address->version != 4 || mask->version != 4) {
    return {};
  }
  return ClassifierRule::AddressMatch{address->octets, mask->octets};
}

// DOCS-QOS3-MIB, docsQosPktClassInetSourceAddr and others: the masked address of a packet is
// compared with the whole value, so that other bits in the value match nothing.
template <class Match>
Match without_stray_bits(const Match& match, const std::string& text, const std::string& pointer) {
  for (std::size_t i = 0; i < match.address.size(); ++i) {
    if ((match.address[i] & ~match.mask[i]) != 0) {
      refuse(pointer, "an address without bits outside its mask", text);
    }
  }
  return match;
}

// Sets the version too, because an address implies it.
std::optional<ClassifierRule::AddressMatch> address_of(const std::string& text,
                                                       ClassifierRule& rule,
                                                       const std::string& pointer) {
  if (text.empty()) {
    return {};
  }
  const auto prefix = parse_prefix(text);
  const auto under_mask = prefix ? std::nullopt : masked(text);
  if (!prefix && !under_mask) {
    refuse(pointer, "an IPv4 or IPv6 address or prefix", text);
  }
  const std::uint8_t version = prefix ? prefix->version : 4;
  if (rule.ip_version && *rule.ip_version != version) {
    refuse(pointer, "addresses of one IP version", text);
  }
  rule.ip_version = version;
  return without_stray_bits(prefix ? match_of(*prefix) : *under_mask, text, pointer);
}

std::optional<std::array<std::uint8_t, 6>> parse_station(std::string_view text) {
  std::array<std::uint8_t, 6> octets{};
  for (std::size_t i = 0; i < octets.size(); ++i) {
    const std::string_view digits = text.substr(0, 2);
    const auto [stop, status] =
        std::from_chars(digits.data(), digits.data() + digits.size(), octets[i], 16);
    const bool last = i + 1 == octets.size();
    if (status != std::errc{} || stop != digits.data() + 2 ||
        (last ? text.size() != 2 : text.size() < 3 || (text[2] != ':' && text[2] != '-'))) {
      return {};
    }
    text.remove_prefix(last ? 2 : 3);
  }
  return octets;
}

std::optional<ClassifierRule::MacMatch> station_of(const std::string& text,
                                                   const std::string& pointer) {
  if (text.empty()) {
    return {};
  }
  const std::size_t slash = text.find('/');
  const auto address = parse_station(std::string_view(text).substr(0, slash));
  const auto mask = slash == std::string::npos
                        ? parse_station("ff:ff:ff:ff:ff:ff")
                        : parse_station(std::string_view(text).substr(slash + 1));
  if (!address || !mask) {
    refuse(pointer, "a MAC address such as 02:00:00:00:00:10", text);
  }
  return without_stray_bits(ClassifierRule::MacMatch{*address, *mask}, text, pointer);
}

// what: name of the range with an article, for the message.
std::optional<ClassifierRule::Range> range_of(std::optional<unsigned> start,
                                              std::optional<unsigned> end, unsigned highest,
                                              const char* what, const std::string& pointer) {
  if (!start && !end) {
    return {};
  }
  const unsigned low = start.value_or(0);
  const unsigned high = end.value_or(highest);
  if (high < low) {
    throw ConfigError(pointer, std::string("expected ") + what + " from " + std::to_string(low) +
                                   " on, got " + std::to_string(high));
  }
  return ClassifierRule::Range{static_cast<std::uint16_t>(low), static_cast<std::uint16_t>(high)};
}

std::optional<ClassifierRule::Range> ports_of(std::optional<unsigned> start,
                                              std::optional<unsigned> end,
                                              const std::string& pointer) {
  return range_of(start, end, kHighestPort, "a port", pointer);
}

std::optional<std::uint16_t> narrow(std::optional<unsigned> value) {
  return value ? std::optional(static_cast<std::uint16_t>(*value)) : std::nullopt;
}

void set_tags(const ClassifierConfig& config, ClassifierRule& rule, const std::string& pointer) {
  if (config.service_vlan) {
    rule.service_tag = ClassifierRule::TagMatch{narrow(config.service_vlan), {}};
  }
  const auto priority = range_of(config.vlan_priority_low, config.vlan_priority_high,
                                 kHighestPriority, "a priority", pointer + "/vlan_priority_high");
  if (config.vlan || priority) {
    rule.customer_tag = ClassifierRule::TagMatch{narrow(config.vlan), priority};
  }
}

std::optional<ClassifierRule::TosMatch> tos_of(const ClassifierConfig& config,
                                               const std::string& pointer) {
  const bool any_tos = config.tos_low || config.tos_high || config.tos_mask;
  if (config.dscp && any_tos) {
    throw ConfigError(pointer + "/dscp", "cannot be combined with tos_low, tos_high and tos_mask");
  }
  if (any_tos && !config.tos_low) {
    throw ConfigError(pointer, "the key \"tos_low\" is missing");
  }
  if (!config.dscp && !any_tos) {
    return {};
  }
  const unsigned low = config.dscp ? *config.dscp << 2 : *config.tos_low;
  const unsigned high = config.dscp ? low : config.tos_high.value_or(low);
  if (high < low) {
    throw ConfigError(pointer + "/tos_high", "expected at least tos_low, " + std::to_string(low) +
                                                 ", got " + std::to_string(high));
  }
  return ClassifierRule::TosMatch{static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high),
                                  static_cast<std::uint8_t>(config.tos_mask.value_or(kAllButEcn))};
}

// MULPI C.2.1.4.8, CLAB-DEF-MIB DocsL2vpnIfList: interface 1 is the first Ethernet port, 5 to 15
// are further ones. 0 is the modem itself, 2 its cable side, from 16 on are embedded devices.
std::uint32_t lan_ports_of(const std::string& mask, const std::string& pointer) {
  constexpr std::size_t kFirstPort = 1;
  constexpr std::size_t kSecondPort = 5;
  constexpr std::size_t kLastPort = 15;
  const auto octets = value_of_text(docsis::TlvKind::kOctets, mask);
  if (!octets) {
    refuse(pointer, "an even number of hexadecimal digits", mask);
  }
  const auto has = [&octets](std::size_t bit) -> std::uint32_t {
    return bit / 8 < octets->size() ? (*octets)[bit / 8] >> (7 - bit % 8) & 1U : 0;
  };
  std::uint32_t ports = has(kFirstPort);
  for (std::size_t bit = kSecondPort; bit <= kLastPort; ++bit) {
    ports |= has(bit) << (bit - kSecondPort + 1);
  }
  return ports;
}

template <class IndexOf>
docsis::AggregateSplit split_of(const AggregateConfig& aggregate, const IndexOf& index_of) {
  const auto bit = [](Ecn ecn) { return 1U << static_cast<unsigned>(ecn); };
  const LowLatencyPackets& packets = aggregate.low_latency_packets;
  const auto& classic = aggregate.classic_service_flow;
  const auto& low_latency = aggregate.low_latency_service_flow;
  docsis::AggregateSplit split;
  split.classic = index_of(classic ? *classic : *low_latency);
  split.low_latency = index_of(low_latency ? *low_latency : *classic);
  split.ecn_fields = static_cast<std::uint8_t>((packets.l4s ? bit(Ecn::kEct1) | bit(Ecn::kCe) : 0) |
                                               (packets.ect0 ? bit(Ecn::kEct0) : 0));
  split.dscps = 0;
  for (const double dscp : packets.dscps) {
    split.dscps |= packets.by_dscp ? std::uint64_t{1} << static_cast<unsigned>(dscp) : 0;
  }
  return split;
}

}  // namespace

docsis::ClassifierRule rule_of(const ClassifierConfig& config, unsigned service_flow,
                               const std::string& pointer) {
  ClassifierRule rule;
  rule.service_flow = service_flow;
  rule.priority = static_cast<std::uint8_t>(config.priority);
  rule.tos = tos_of(config, pointer);
  if (config.protocol) {
    rule.protocol = static_cast<std::uint16_t>(*config.protocol);
  }
  rule.source = address_of(config.source, rule, pointer + "/source");
  rule.destination = address_of(config.destination, rule, pointer + "/destination");
  rule.source_port =
      ports_of(config.source_port_start, config.source_port_end, pointer + "/source_port_end");
  rule.destination_port = ports_of(config.destination_port_start, config.destination_port_end,
                                   pointer + "/destination_port_end");
  rule.icmp_type = range_of(config.icmp_type_start, config.icmp_type_end, kHighestIcmpType,
                            "a type", pointer + "/icmp_type_end");
  rule.flow_label = config.flow_label;
  set_tags(config, rule, pointer);
  if (!config.cm_interface_mask.empty()) {
    rule.lan_ports = lan_ports_of(config.cm_interface_mask, pointer + "/cm_interface_mask");
  }
  rule.ethernet_source = station_of(config.ethernet_source, pointer + "/ethernet_source");
  rule.ethernet_destination =
      station_of(config.ethernet_destination, pointer + "/ethernet_destination");
  if (config.ether_type) {
    rule.ether_type = static_cast<std::uint16_t>(*config.ether_type);
  }
  return rule;
}

docsis::PacketClassifierConfig classifier_config(const Scenario& scenario, const ModemConfig& modem,
                                                 Direction direction) {
  docsis::PacketClassifierConfig config;
  std::vector<std::string_view> names;
  for (const ServiceFlowConfig& flow : scenario.service_flows) {
    if (flow.modem == modem.name && flow.direction == direction) {
      names.push_back(flow.name);
    }
  }
  const auto index_of = [&names](const std::string& name) {
    return static_cast<unsigned>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  std::vector<std::string_view> aggregates;
  for (const AggregateConfig& aggregate : scenario.aggregate_service_flows) {
    if (aggregate.modem == modem.name && aggregate.direction == direction) {
      aggregates.push_back(aggregate.name);
      config.aggregates.push_back(split_of(aggregate, index_of));
      if (!names.empty() && aggregate.has(std::string(names.front()))) {
        config.default_aggregate = static_cast<unsigned>(aggregates.size() - 1);
      }
    }
  }
  for (const ClassifierConfig& classifier : scenario.classifiers) {
    if (classifier.modem != modem.name) {
      continue;
    }
    const unsigned flow = index_of(classifier.service_flow);
    const auto aggregate = std::find(aggregates.begin(), aggregates.end(), classifier.service_flow);
    if (flow < names.size()) {
      config.rules.push_back(rule_of(classifier, flow, "/classifiers"));
    } else if (aggregate != aggregates.end()) {
      config.rules.push_back(rule_of(classifier, 0, "/classifiers"));
      config.rules.back().aggregate = static_cast<unsigned>(aggregate - aggregates.begin());
    }
  }
  return config;
}

std::optional<IpAddress> parse_address(const std::string& text) {
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(text, error);
  if (error) {
    return {};
  }
  IpAddress parsed;
  if (address.is_v4()) {
    const auto octets = address.to_v4().to_bytes();
    std::copy(octets.begin(), octets.end(), parsed.octets.begin());
  } else {
    parsed.version = 6;
    parsed.octets = address.to_v6().to_bytes();
  }
  return parsed;
}

}  // namespace docsis_vp::system
