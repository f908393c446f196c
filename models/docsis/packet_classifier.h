// Classifies packets (MULPI C.2.1): maps a packet to its service flow, upstream in a modem and
// downstream in the CMTS.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/base/flow.h"
#include "platform/base/packet.h"

namespace docsis_vp::docsis {

// A classifier matches if every present criterion matches; an absent one matches everything.
struct ClassifierRule {
  struct Range {
    std::uint16_t low = 0;
    std::uint16_t high = 0;
  };
  // low <= (traffic class & mask) <= high. The octet is compared as a whole; bits 1..0 are the ECN
  // field.
  struct TosMatch {
    std::uint8_t low = 0;
    std::uint8_t high = 0;
    std::uint8_t mask = 0;
  };
  // Octets are compared under the mask; IPv4 addresses are in the first four.
  struct AddressMatch {
    std::array<std::uint8_t, 16> address{};
    std::array<std::uint8_t, 16> mask{};
  };
  // Matches a VLAN tag by its 12-bit number or its 3-bit priority. Without both, the tag must only
  // exist.
  struct TagMatch {
    std::optional<std::uint16_t> vlan;
    std::optional<Range> priority;
  };
  struct MacMatch {
    std::array<std::uint8_t, 6> address{};
    std::array<std::uint8_t, 6> mask{};
  };
  static constexpr std::uint16_t kAnyIp = 256;     // TLV 22.9.2: any IP protocol
  static constexpr std::uint16_t kTcpOrUdp = 257;  // TLV 22.9.2: TCP or UDP

  unsigned service_flow = 0;
  // If present, an aggregate service flow takes the packet, instead of service_flow.
  std::optional<unsigned> aggregate;
  std::uint8_t priority = 0;  // 0..255, higher first; equal: first configured first
  std::optional<MacMatch> ethernet_destination;
  std::optional<MacMatch> ethernet_source;
  std::optional<std::uint16_t> ether_type;
  std::optional<std::uint8_t> ip_version;  // 4 or 6
  std::optional<TosMatch> tos;
  std::optional<std::uint16_t> protocol;  // 0..255, kAnyIp, kTcpOrUdp
  std::optional<AddressMatch> source;
  std::optional<AddressMatch> destination;
  // Ports match TCP and UDP only, in IPv4 and IPv6.
  std::optional<Range> source_port;
  std::optional<Range> destination_port;
  std::optional<Range> icmp_type;           // ICMP and ICMPv6
  std::optional<std::uint32_t> flow_label;  // IPv6 only
  std::optional<TagMatch> service_tag;      // IEEE 802.1ad
  std::optional<TagMatch> customer_tag;     // IEEE 802.1Q
  // LAN ports of the modem that the packet may enter by, bit n for port n; ports from 32 on match
  // none.
  std::optional<std::uint32_t> lan_ports;

  bool matches(const FlowKey& key, Ecn ecn = Ecn::kNotEct) const;
};

// Chooses between the two service flows of an aggregate service flow by the code points of a
// packet. IPv4 and IPv6 alike; frames without IP are Classic.
struct AggregateSplit {
  unsigned classic = 0;
  unsigned low_latency = 0;  // equal to classic: the aggregate has one service flow
  // Bit n: the low-latency flow takes ECN field n. RFC 9331 sec. 5.1: ECT(1) and CE.
  std::uint8_t ecn_fields =
      1U << static_cast<unsigned>(Ecn::kEct1) | 1U << static_cast<unsigned>(Ecn::kCe);
  // Bit n: the low-latency flow takes DSCP n. RFC 9956: NQB is 45; EF, 46, as docsis-ns3 has it.
  std::uint64_t dscps = std::uint64_t{1} << 45 | std::uint64_t{1} << 46;

  unsigned service_flow_of(const FlowKey& key, Ecn ecn) const {
    const bool is_low_latency =
        key.ip_version != 0 && ((ecn_fields >> static_cast<unsigned>(ecn) & 1) != 0 ||
                                (dscps >> (key.dscp & 0x3F) & 1) != 0);
    return is_low_latency ? low_latency : classic;
  }
};

struct PacketClassifierConfig {
  std::vector<ClassifierRule> rules;
  unsigned default_service_flow = 0;  // for packets that no rule matches
  std::vector<AggregateSplit> aggregates;
  std::optional<unsigned> default_aggregate;  // if present: replaces default_service_flow
};

// Tests the rules in descending priority; the first that matches decides.
class PacketClassifier {
 public:
  // service_flows: their number. Throws ConfigError, at the pointer, for too many rules or for a
  // rule with a service flow or an aggregate that does not exist. `flows` may grow during use.
  PacketClassifier(PacketClassifierConfig config, std::size_t max_rules, unsigned service_flows,
                   const FlowTable& flows, const std::string& pointer);

  unsigned service_flow_of(FlowId flow, Ecn ecn = Ecn::kNotEct) {
    const std::size_t index = index_of(flow, ecn);
    return flow >= first_ && index < decisions_.size() && decisions_[index] != kUnknown
               ? decisions_[index]
               : decide_and_remember(flow, ecn);
  }
  // Returns whether packets of one flow may use several service flows, depending on their ECN
  // field.
  bool depends_on_ecn() const { return depends_on_ecn_; }
  // Assigns the flow to a service flow, with precedence over the rules.
  void assign(FlowId flow, unsigned service_flow);

 private:
  static constexpr std::uint8_t kUnknown = 0xFF;
  static constexpr std::size_t kEcnValues = 4;

  std::size_t index_of(FlowId flow, Ecn ecn) const {
    return (flow - first_) * kEcnValues + static_cast<std::size_t>(ecn);
  }
  void make_room(FlowId flow);
  unsigned decide_and_remember(FlowId flow, Ecn ecn);
  unsigned decide(const FlowKey& key, Ecn ecn) const;

  // Decisions by FlowId, from the first known one, and by ECN field: rules depend on nothing else,
  // and a modem's flows have adjacent numbers.
  FlowId first_ = 0;
  std::vector<std::uint8_t> decisions_;
  bool depends_on_ecn_ = false;
  PacketClassifierConfig config_;  // rules sorted by priority
  const FlowTable* flows_;
};

}  // namespace docsis_vp::docsis
