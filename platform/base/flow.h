// Declares the header fields and names of flows between hosts. All packets of a flow share them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace docsis_vp {

using FlowId = std::uint32_t;

// The header fields that a classifier may use. An IPv4 address is in the first four octets.
struct FlowKey {
  static constexpr std::int32_t kNone = -1;
  static constexpr std::uint16_t kNoLanPort = UINT16_MAX;

  std::array<std::uint8_t, 6> ethernet_destination{};
  std::array<std::uint8_t, 6> ethernet_source{};
  std::uint16_t ether_type = 0x0800;
  std::uint8_t ip_version = 4;  // 0: not IP
  std::uint8_t protocol = 17;
  std::uint8_t dscp = 0;
  std::array<std::uint8_t, 16> source{};
  std::array<std::uint8_t, 16> destination{};
  std::uint16_t source_port = 0;
  std::uint16_t destination_port = 0;
  std::int32_t icmp_type = kNone;  // 0..255 of ICMP and ICMPv6
  std::uint32_t flow_label = 0;    // of IPv6, 20 bits
  // Tag control information (IEEE 802.1Q sec. 9.6) of the outermost tag of type 0x88a8, and of the
  // outermost one of type 0x8100; 16 bits, or kNone.
  std::int32_t service_tag = kNone;
  std::int32_t customer_tag = kNone;
  // Encrypted tunnel that carries the flow: all its packets have one outer header. The other fields
  // are those of the packets inside. 0: none.
  std::uint32_t tunnel = 0;
  // LAN port at which the flow enters the modem, an index into the modem's ports; kNoLanPort:
  // downstream.
  std::uint16_t lan_port = kNoLanPort;
};

// Flow identities are dense from 0, so a block can keep its state per flow in a vector.
class FlowTable {
 public:
  FlowId add(std::string name, const FlowKey& key) {
    flows_.push_back({std::move(name), key});
    return static_cast<FlowId>(flows_.size() - 1);
  }
  const FlowKey& key(FlowId flow) const { return flows_.at(flow).key; }
  const std::string& name(FlowId flow) const { return flows_.at(flow).name; }
  std::size_t size() const { return flows_.size(); }

 private:
  struct Entry {
    std::string name;
    FlowKey key;
  };
  std::vector<Entry> flows_;
};

}  // namespace docsis_vp
