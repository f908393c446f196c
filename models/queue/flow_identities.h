// Gives laws and queue protection the identity of a packet's flow.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/base/flow.h"
#include "platform/base/packet.h"

namespace docsis_vp::queue {

// Returns the identity that queue protection scores, from the flow's key; each of successive TCP
// connections counts as a flow.
std::uint64_t flow_identity_of(const FlowKey& key, std::uint32_t connection, std::uint32_t salt);

// Keeps the identity of each flow and of its last connection. Hardware would hash each packet.
class FlowIdentities {
 public:
  FlowIdentities(const FlowTable& flows, std::uint32_t salt) : flows_(flows), salt_(salt) {}

  std::uint64_t of(const Packet& packet);

 private:
  struct KnownFlow {
    std::uint32_t connection;  // the one that was seen last
    std::uint64_t identity;
  };

  const FlowTable& flows_;
  std::vector<KnownFlow> known_;
  std::uint32_t salt_;
};

}  // namespace docsis_vp::queue
