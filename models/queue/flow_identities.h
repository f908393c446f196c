// Gives laws and queue protection the identity of a packet's flow.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/base/flow.h"
#include "platform/base/packet.h"

namespace docsis_vp::queue {

// Returns the identity under which queue protection scores a flow, from the flow's key. Each
// successive TCP connection counts as another flow.
std::uint64_t flow_identity_of(const FlowKey& key, std::uint32_t connection, std::uint32_t salt);

// Keeps the identity of each flow and of its last connection. Hardware would hash each packet.
class FlowIdentities {
 public:
  FlowIdentities(const FlowTable& flows, std::uint32_t salt) : flows_(flows), salt_(salt) {}

  std::uint64_t of(const Packet& packet);

 private:
  struct KnownFlow {
    std::uint32_t connection;  // the most recent connection
    std::uint64_t identity;
  };

  const FlowTable& flows_;
  std::vector<KnownFlow> known_;
  std::uint32_t salt_;
};

}  // namespace docsis_vp::queue
