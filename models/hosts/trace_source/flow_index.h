// Assigns flows to a capture's packets by their headers.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "platform/base/flow.h"

namespace docsis_vp::hosts {

// Packets with equal keys form one flow. The key contains everything that a classifier may read, so
// each packet takes the service flow of its own headers.
class FlowIndex {
 public:
  // Flows are added to the table as "name/0", "name/1", ...
  FlowIndex(std::string name, FlowTable& table) : name_(std::move(name)), table_(table) {}

  // Returns the index in ids() of the packet's flow; adds the flow if it is new.
  std::size_t find_or_add(const FlowKey& key);
  const std::vector<FlowId>& ids() const { return ids_; }

 private:
  using Identity = std::array<std::uint8_t, 65>;

  static Identity identity_of(const FlowKey& key);

  std::string name_;
  FlowTable& table_;
  std::map<Identity, std::size_t> positions_;
  std::vector<FlowId> ids_;
  Identity last_{};  // most packets belong to the previous packet's flow
  std::size_t last_position_ = 0;
};

}  // namespace docsis_vp::hosts
