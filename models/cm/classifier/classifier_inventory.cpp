#include "models/cm/classifier/classifier_inventory.h"

#include <algorithm>

namespace docsis_vp::cm {

namespace {

using namespace area;

constexpr std::uint32_t kMac = 48;
constexpr std::uint32_t kAddress = 128;
constexpr std::uint32_t kPort = 16;
constexpr std::uint32_t kEtherType = 16;
constexpr std::uint32_t kTos = 8;
constexpr std::uint32_t kProtocol = 8;
constexpr std::uint32_t kVersion = 1;

constexpr std::uint32_t kKeyBits =
    2 * kMac + kEtherType + kVersion + kTos + kProtocol + 2 * kAddress + 2 * kPort;
// A presence bit for each of ten criteria; two protocol numbers stand for several protocols.
constexpr std::uint32_t kRuleBits = 10 + 2 * 2 * kMac + kEtherType + kVersion + 3 * kTos +
                                    (kProtocol + 1) + 2 * 2 * kAddress + 2 * 2 * kPort;

constexpr std::uint32_t kIcmpType = 8;  // at the place of the ports
constexpr std::uint32_t kFlowLabel = 20;
constexpr std::uint32_t kTag = 16;
constexpr std::uint32_t kVlan = 12;
constexpr std::uint32_t kPriority = 3;
constexpr std::uint32_t kLanPorts = 12;

template <class Criterion>
bool has(const PacketClassifierConfig& config, Criterion ClassifierRule::*criterion) {
  return std::any_of(config.rules.begin(), config.rules.end(),
                     [criterion](const ClassifierRule& rule) { return bool{rule.*criterion}; });
}

// Additional criteria, each with its presence bit.
std::uint32_t further_rule_bits(const PacketClassifierConfig& config) {
  constexpr std::uint32_t kTagRule = 2 + kVlan + 2 * kPriority;
  return (has(config, &ClassifierRule::icmp_type) ? 1 + 2 * kIcmpType : 0) +
         (has(config, &ClassifierRule::flow_label) ? 1 + kFlowLabel : 0) +
         (has(config, &ClassifierRule::service_tag) ? kTagRule : 0) +
         (has(config, &ClassifierRule::customer_tag) ? kTagRule : 0) +
         (has(config, &ClassifierRule::lan_ports) ? 1 + kLanPorts : 0);
}

std::uint32_t further_key_bits(const PacketClassifierConfig& config) {
  return (has(config, &ClassifierRule::icmp_type) ? 1 : 0) +
         (has(config, &ClassifierRule::flow_label) ? kFlowLabel : 0) +
         (has(config, &ClassifierRule::service_tag) ? 1 + kTag : 0) +
         (has(config, &ClassifierRule::customer_tag) ? 1 + kTag : 0);
}

void add_further_criteria(Block& block, const PacketClassifierConfig& config,
                          std::uint64_t abreast) {
  if (has(config, &ClassifierRule::icmp_type)) {
    block.add(2 * abreast, less(kIcmpType), "ICMP type between two values");
  }
  if (has(config, &ClassifierRule::flow_label)) {
    block.add(abreast, equal(kFlowLabel), "flow label");
  }
  for (const auto tag : {&ClassifierRule::service_tag, &ClassifierRule::customer_tag}) {
    if (has(config, tag)) {
      block.add(abreast, equal(kVlan), "VLAN");
      block.add(2 * abreast, less(kPriority), "priority of a tag between two values");
    }
  }
  if (has(config, &ClassifierRule::lan_ports)) {
    block.add(abreast, mux(1, kLanPorts), "the port's bit of the interface mask");
  }
}

}  // namespace

Block header_parser_inventory(unsigned ports, std::uint64_t fastest_bps, std::uint64_t clock_hz,
                              const PacketClassifierConfig& config) {
  std::uint32_t word_bits = 64;
  while (word_bits * clock_hz < fastest_bps) {
    word_bits *= 2;
  }
  Block block{"header_parser",
              "takes the key of a flow out of a frame as it arrives, a word a clock; one a port"};
  block.add(ports, hold(kKeyBits + further_key_bits(config)), "the key");
  block.add(ports, counter(8), "words of the frame so far");
  block.add(ports * std::uint64_t{3}, mux(word_bits, word_bits / 16),
            "fields that begin within a word: tags and options move them");
  block.add(ports * std::uint64_t{4}, is_constant(16), "types: VLAN, IPv4, IPv6, other");
  block.add(ports, control(12, 24), "Ethernet, tags, IP, options, ports");
  return block;
}

Block classifier_inventory(const PacketClassifierConfig& config, const InventoryWidths& widths) {
  Block block{"classifier", "chooses the service flow: rules in a memory, tried in turn"};
  const auto rules = static_cast<std::uint32_t>(config.rules.size());
  if (rules == 0) {
    return block;
  }
  // Number of rules per clock. They form one word of the memory, so it is still one access.
  const std::uint64_t abreast = (rules + widths.frame_clocks - 1) / widths.frame_clocks;
  block.add(Memory{"rules", rules, kRuleBits + further_rule_bits(config) + widths.flow(), 1, 1,
                   "every criterion that a rule may have, with its masks"});
  block.add(2 * abreast, and_gates(kMac), "Ethernet addresses under their masks");
  block.add(2 * abreast, equal(kMac), "Ethernet addresses");
  block.add(abreast, equal(kEtherType), "type");
  block.add(abreast, equal(kVersion), "IP version");
  block.add(abreast, and_gates(kTos), "traffic class under its mask");
  block.add(2 * abreast, less(kTos), "traffic class between two values");
  block.add(abreast, equal(kProtocol), "protocol");
  block.add(2 * abreast, and_gates(kAddress), "IP addresses under their masks");
  block.add(2 * abreast, equal(kAddress), "IP addresses");
  block.add(4 * abreast, less(kPort), "ports between two values");
  add_further_criteria(block, config, abreast);
  block.add(abreast, and_gates(10), "every criterion that is present");
  block.add(counter(bits_for(rules)), "the rule whose turn it is");
  block.add(hold(widths.flow()), "the service flow found");
  block.add(control(4, 4), "next packet, next rule, found, default");
  return block;
}

}  // namespace docsis_vp::cm
