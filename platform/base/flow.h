// What every packet of one host-to-host flow has in common.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace docsis_vp {

using FlowId = std::uint32_t;

// The header fields a classifier may look at. IPv4 addresses stand in the first four octets.
struct FlowKey {
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
};

// Flow identities are dense, so that a block keeps what it knows of a flow in a vector.
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
