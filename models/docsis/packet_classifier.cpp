#include "models/docsis/packet_classifier.h"

#include <algorithm>
#include <utility>

#include "platform/base/errors.h"

namespace docsis_vp::docsis {

namespace {

constexpr std::uint8_t kTcp = 6;
constexpr std::uint8_t kUdp = 17;
constexpr std::uint8_t kEcnBits = 3;

template <std::size_t N>
bool equal_under_mask(const std::array<std::uint8_t, N>& value,
                      const std::array<std::uint8_t, N>& wanted,
                      const std::array<std::uint8_t, N>& mask) {
  for (std::size_t i = 0; i < N; ++i) {
    if (((value[i] ^ wanted[i]) & mask[i]) != 0) {
      return false;
    }
  }
  return true;
}

bool in_range(std::uint16_t value, const ClassifierRule::Range& range) {
  return range.low <= value && value <= range.high;
}

bool ethernet_matches(const ClassifierRule& rule, const FlowKey& key) {
  const auto mac = [](const std::optional<ClassifierRule::MacMatch>& match, const auto& value) {
    return !match || equal_under_mask(value, match->address, match->mask);
  };
  return mac(rule.ethernet_destination, key.ethernet_destination) &&
         mac(rule.ethernet_source, key.ethernet_source) &&
         (!rule.ether_type || *rule.ether_type == key.ether_type);
}

bool protocol_matches(std::uint16_t wanted, const FlowKey& key) {
  switch (wanted) {
    case ClassifierRule::kAnyIp:
      return true;
    case ClassifierRule::kTcpOrUdp:
      return key.protocol == kTcp || key.protocol == kUdp;
    default:
      return key.protocol == wanted;
  }
}

bool ip_matches(const ClassifierRule& rule, const FlowKey& key, Ecn ecn) {
  if (!rule.ip_version && !rule.tos && !rule.protocol && !rule.source && !rule.destination) {
    return true;
  }
  if (key.ip_version == 0 || (rule.ip_version && *rule.ip_version != key.ip_version)) {
    return false;
  }
  if (rule.tos) {
    const int tos = (key.dscp << 2 | static_cast<int>(ecn)) & rule.tos->mask;
    if (tos < rule.tos->low || tos > rule.tos->high) {
      return false;
    }
  }
  const auto address = [](const std::optional<ClassifierRule::AddressMatch>& match,
                          const auto& value) {
    return !match || equal_under_mask(value, match->address, match->mask);
  };
  return (!rule.protocol || protocol_matches(*rule.protocol, key)) &&
         address(rule.source, key.source) && address(rule.destination, key.destination);
}

bool ports_match(const ClassifierRule& rule, const FlowKey& key) {
  if (!rule.source_port && !rule.destination_port) {
    return true;
  }
  return key.ip_version != 0 && (key.protocol == kTcp || key.protocol == kUdp) &&
         (!rule.source_port || in_range(key.source_port, *rule.source_port)) &&
         (!rule.destination_port || in_range(key.destination_port, *rule.destination_port));
}

bool icmp_matches(const ClassifierRule& rule, const FlowKey& key) {
  return !rule.icmp_type || (key.icmp_type != FlowKey::kNone &&
                             in_range(static_cast<std::uint16_t>(key.icmp_type), *rule.icmp_type));
}

bool label_matches(const ClassifierRule& rule, const FlowKey& key) {
  return !rule.flow_label || (key.ip_version == 6 && key.flow_label == *rule.flow_label);
}

// IEEE 802.1Q sec. 9.6: the priority is in the highest three bits, the VLAN in the lowest twelve.
bool tag_matches(const std::optional<ClassifierRule::TagMatch>& match, std::int32_t tag) {
  constexpr unsigned kPriorityShift = 13;
  constexpr std::int32_t kVlanBits = 0xFFF;
  return !match || (tag != FlowKey::kNone && (!match->vlan || *match->vlan == (tag & kVlanBits)) &&
                    (!match->priority || in_range(static_cast<std::uint16_t>(tag >> kPriorityShift),
                                                  *match->priority)));
}

bool lan_port_matches(const ClassifierRule& rule, const FlowKey& key) {
  return !rule.lan_ports || (key.lan_port < 32 && (*rule.lan_ports >> key.lan_port & 1) != 0);
}

}  // namespace

bool ClassifierRule::matches(const FlowKey& key, Ecn ecn) const {
  return ethernet_matches(*this, key) && ip_matches(*this, key, ecn) && ports_match(*this, key) &&
         icmp_matches(*this, key) && label_matches(*this, key) &&
         tag_matches(service_tag, key.service_tag) && tag_matches(customer_tag, key.customer_tag) &&
         lan_port_matches(*this, key);
}

PacketClassifier::PacketClassifier(PacketClassifierConfig config, std::size_t max_rules,
                                   unsigned service_flows, const FlowTable& flows,
                                   const std::string& pointer)
    : config_(std::move(config)), flows_(&flows) {
  if (config_.rules.size() > max_rules) {
    throw ConfigError(pointer,
                      "a modem holds at most " + std::to_string(max_rules) + " classifiers");
  }
  for (std::size_t i = 0; i < config_.rules.size(); ++i) {
    if (config_.rules[i].service_flow >= service_flows ||
        (config_.rules[i].aggregate && *config_.rules[i].aggregate >= config_.aggregates.size())) {
      throw ConfigError(pointer + "/" + std::to_string(i), "names an unknown service flow");
    }
  }
  const auto is_unknown = [&](const AggregateSplit& split) {
    return split.classic >= service_flows || split.low_latency >= service_flows;
  };
  if (config_.default_service_flow >= service_flows ||
      (config_.default_aggregate && *config_.default_aggregate >= config_.aggregates.size())) {
    throw ConfigError(pointer, "the default service flow does not exist");
  }
  if (std::any_of(config_.aggregates.begin(), config_.aggregates.end(), is_unknown)) {
    throw ConfigError(pointer, "an aggregate has an unknown service flow");
  }
  std::stable_sort(
      config_.rules.begin(), config_.rules.end(),
      [](const ClassifierRule& a, const ClassifierRule& b) { return a.priority > b.priority; });
  depends_on_ecn_ = std::any_of(config_.rules.begin(), config_.rules.end(),
                                [](const ClassifierRule& rule) {
                                  return rule.tos && (rule.tos->mask & kEcnBits) != 0;
                                }) ||
                    std::any_of(config_.aggregates.begin(), config_.aggregates.end(),
                                [](const AggregateSplit& split) { return split.ecn_fields != 0; });
}

void PacketClassifier::make_room(FlowId flow) {
  if (decisions_.empty()) {
    first_ = flow;
  }
  if (flow < first_) {
    decisions_.insert(decisions_.begin(), (first_ - flow) * kEcnValues, kUnknown);
    first_ = flow;
  }
  const std::size_t end = index_of(flow + 1, Ecn::kNotEct);
  if (end > decisions_.size()) {
    decisions_.resize(end, kUnknown);
  }
}

unsigned PacketClassifier::decide_and_remember(FlowId flow, Ecn ecn) {
  make_room(flow);
  std::uint8_t& decision = decisions_[index_of(flow, ecn)];
  decision = static_cast<std::uint8_t>(decide(flows_->key(flow), ecn));
  return decision;
}

void PacketClassifier::assign(FlowId flow, unsigned service_flow) {
  make_room(flow);
  std::fill_n(decisions_.begin() + static_cast<std::ptrdiff_t>(index_of(flow, Ecn::kNotEct)),
              kEcnValues, static_cast<std::uint8_t>(service_flow));
}

unsigned PacketClassifier::decide(const FlowKey& key, Ecn ecn) const {
  for (const ClassifierRule& rule : config_.rules) {
    if (rule.matches(key, ecn)) {
      return rule.aggregate ? config_.aggregates[*rule.aggregate].service_flow_of(key, ecn)
                            : rule.service_flow;
    }
  }
  return config_.default_aggregate
             ? config_.aggregates[*config_.default_aggregate].service_flow_of(key, ecn)
             : config_.default_service_flow;
}

}  // namespace docsis_vp::docsis
