#include "models/cm/classifier/classifier.h"

#include <algorithm>
#include <string>
#include <utility>

#include "platform/base/errors.h"

namespace docsis_vp::cm {

namespace {

constexpr std::uint8_t kTcp = 6;
constexpr std::uint8_t kUdp = 17;

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

bool ip_matches(const ClassifierRule& rule, const FlowKey& key) {
  if (!rule.ip_version && !rule.tos && !rule.protocol && !rule.source && !rule.destination) {
    return true;
  }
  if (key.ip_version == 0 || (rule.ip_version && *rule.ip_version != key.ip_version)) {
    return false;
  }
  if (rule.tos) {
    const int tos = (key.dscp << 2) & rule.tos->mask;
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

}  // namespace

bool ClassifierRule::matches(const FlowKey& key) const {
  return ethernet_matches(*this, key) && ip_matches(*this, key) && ports_match(*this, key);
}

Classifier::Classifier(const sc_core::sc_module_name& name, ClassifierConfig config,
                       unsigned service_flows, const FlowTable& flows, FlowSink& sink)
    : sc_module(name), config_(std::move(config)), flows_(flows), sink_(sink) {
  if (config_.rules.size() > kMaxClassifiers) {
    throw ConfigError("/classifiers", "a modem holds at most 32 classifiers");
  }
  for (std::size_t i = 0; i < config_.rules.size(); ++i) {
    if (config_.rules[i].service_flow >= service_flows) {
      throw ConfigError("/classifiers/" + std::to_string(i), "names an unknown service flow");
    }
  }
  if (config_.default_service_flow >= service_flows) {
    throw ConfigError("/classifiers", "the default service flow does not exist");
  }
  std::stable_sort(
      config_.rules.begin(), config_.rules.end(),
      [](const ClassifierRule& a, const ClassifierRule& b) { return a.priority > b.priority; });
}

void Classifier::arrive(PacketHandle packet, TimePs arrived) {
  const unsigned service_flow = service_flow_of(packet->flow);
  sink_.offer(service_flow, std::move(packet), arrived);
}

unsigned Classifier::service_flow_of(FlowId flow) {
  if (flow >= decisions_.size()) {
    decisions_.resize(std::max<std::size_t>(flows_.size(), flow + std::size_t{1}), kUnknown);
  }
  if (decisions_[flow] == kUnknown) {
    decisions_[flow] = static_cast<std::uint8_t>(decide(flows_.key(flow)));
  }
  return decisions_[flow];
}

unsigned Classifier::decide(const FlowKey& key) const {
  for (const ClassifierRule& rule : config_.rules) {
    if (rule.matches(key)) {
      return rule.service_flow;
    }
  }
  return config_.default_service_flow;
}

}  // namespace docsis_vp::cm
