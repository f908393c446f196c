// Which of several queues a flow shares, as fair queueing decides: by a hash of its addresses.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/base/flow.h"

namespace docsis_vp::queue {

// Addresses, ports and protocol, mixed by the last steps of Jenkins' lookup3 (2006), as Linux and
// ns-2 do (RFC 8290 sec. 4.1.1: any hash with a salt will do). Protocols without ports have
// ports 0; frames that are not IP are told apart by their Ethernet addresses and type.
std::uint32_t flow_hash(const FlowKey& key, std::uint32_t perturbation);

// The queue of each flow, 0..queues-1, computed once per flow. Hardware would compute it per
// packet: the model's packets carry the name of their flow.
class FlowQueues {
 public:
  FlowQueues(const FlowTable& flows, std::uint32_t queues, std::uint32_t perturbation)
      : flows_(flows), queues_(queues), perturbation_(perturbation) {}

  std::uint32_t of(FlowId flow) {
    if (flow >= known_.size()) {
      learn(flow);
    }
    return known_[flow];
  }

 private:
  void learn(FlowId flow);

  const FlowTable& flows_;
  std::uint32_t queues_;
  std::uint32_t perturbation_;
  std::vector<std::uint32_t> known_;
};

}  // namespace docsis_vp::queue
