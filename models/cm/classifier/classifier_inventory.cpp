#include "models/cm/classifier/classifier_inventory.h"

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
// A present bit for each of ten criteria; two protocol numbers stand for several.
constexpr std::uint32_t kRuleBits = 10 + 2 * 2 * kMac + kEtherType + kVersion + 3 * kTos +
                                    (kProtocol + 1) + 2 * 2 * kAddress + 2 * 2 * kPort;

}  // namespace

Block header_parser_inventory() {
  Block block{"header_parser",
              "takes the key of a flow out of a frame as it arrives, 8 bytes a clock"};
  block.add(hold(kKeyBits), "the key");
  block.add(counter(8), "words of the frame so far");
  block.add(3, mux(64, 4), "fields that begin within a word: tags and options move them");
  block.add(4, is_constant(16), "types: VLAN, IPv4, IPv6, other");
  block.add(control(12, 24), "Ethernet, tags, IP, options, ports");
  return block;
}

Block classifier_inventory(const ClassifierConfig& config, const InventoryWidths& widths) {
  Block block{"classifier", "chooses the service flow: rules in a memory, tried one a clock"};
  const auto rules = static_cast<std::uint32_t>(config.rules.size());
  if (rules == 0) {
    return block;
  }
  block.add(Memory{"rules", rules, kRuleBits + widths.flow(), 1, 1,
                   "every criterion that a rule may have, with its masks"});
  block.add(2, and_gates(kMac), "Ethernet addresses under their masks");
  block.add(2, equal(kMac), "Ethernet addresses");
  block.add(equal(kEtherType), "type");
  block.add(equal(kVersion), "IP version");
  block.add(and_gates(kTos), "traffic class under its mask");
  block.add(2, less(kTos), "traffic class between two values");
  block.add(equal(kProtocol), "protocol");
  block.add(2, and_gates(kAddress), "IP addresses under their masks");
  block.add(2, equal(kAddress), "IP addresses");
  block.add(4, less(kPort), "ports between two values");
  block.add(and_gates(10), "every criterion that is present");
  block.add(counter(bits_for(rules)), "the rule whose turn it is");
  block.add(hold(widths.flow()), "the service flow found");
  block.add(control(4, 4), "next packet, next rule, found, default");
  return block;
}

}  // namespace docsis_vp::cm
