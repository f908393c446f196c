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
  identity[0] = key.ip_version;
  identity[1] = key.protocol;
  if (key.ip_version == 0) {
    std::copy(key.ethernet_source.begin(), key.ethernet_source.end(), &identity[2]);
    std::copy(key.ethernet_destination.begin(), key.ethernet_destination.end(), &identity[8]);
  } else {
    std::copy(key.source.begin(), key.source.end(), &identity[2]);
    std::copy(key.destination.begin(), key.destination.end(), &identity[18]);
  }
  const std::uint16_t first = key.ip_version == 0 ? key.ether_type : key.source_port;
  identity[34] = static_cast<std::uint8_t>(first >> 8);
  identity[35] = static_cast<std::uint8_t>(first);
  identity[36] = static_cast<std::uint8_t>(key.destination_port >> 8);
  identity[37] = static_cast<std::uint8_t>(key.destination_port);
  return identity;
}

}  // namespace docsis_vp::hosts
