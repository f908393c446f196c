#include "models/hosts/trace_source/flow_index.h"

#include <algorithm>

namespace docsis_vp::hosts {

std::size_t FlowIndex::find_or_add(const FlowKey& key) {
  const Identity identity = identity_of(key);
  if (!ids_.empty() && identity == last_) {
    return last_position_;
  }
  const auto [found, is_new] = positions_.try_emplace(identity, ids_.size());
  if (is_new) {
    ids_.push_back(table_.add(name_ + "/" + std::to_string(ids_.size()), key));
  }
  last_ = identity;
  last_position_ = found->second;
  return last_position_;
}

FlowIndex::Identity FlowIndex::identity_of(const FlowKey& key) {
  Identity identity{};
  auto* next = identity.data();
  const auto number = [&next](std::uint32_t value, unsigned octets) {
    while (octets-- > 0) {
      *next++ = static_cast<std::uint8_t>(value >> 8 * octets);
    }
  };
  const auto present = [&number](std::int32_t value, unsigned octets) {
    number(value != FlowKey::kNone ? 1 : 0, 1);
    number(static_cast<std::uint32_t>(value), octets);
  };
  next = std::copy(key.ethernet_destination.begin(), key.ethernet_destination.end(), next);
  next = std::copy(key.ethernet_source.begin(), key.ethernet_source.end(), next);
  next = std::copy(key.source.begin(), key.source.end(), next);
  next = std::copy(key.destination.begin(), key.destination.end(), next);
  number(key.ether_type, 2);
  number(key.ip_version, 1);
  number(key.protocol, 1);
  number(key.dscp, 1);
  number(key.source_port, 2);
  number(key.destination_port, 2);
  present(key.icmp_type, 1);
  number(key.flow_label, 4);
  present(key.service_tag, 2);
  present(key.customer_tag, 2);
  return identity;
}

}  // namespace docsis_vp::hosts
