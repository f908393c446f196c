// Maps a flow to one of several queues by a hash, for fair queueing.
#pragma once

#include <cstdint>
#include <vector>

#include "models/queue/hashed_headers.h"
#include "platform/base/flow.h"
#include "platform/base/packet.h"

namespace docsis_vp::queue {

// Hashes addresses, ports and protocol by the final steps of Jenkins' lookup3 (2006), as Linux and
// ns-2 do (RFC 8290 sec. 4.1.1 allows any hash with a salt). Protocols without ports use ports 0.
// Frames that are not IP use their Ethernet addresses and type.
std::uint32_t flow_hash(const FlowKey& key, std::uint32_t perturbation,
                        std::uint32_t connection = 0);

// Returns the headers that are hashed: those of the flow, or part of them, or those of its tunnel.
FlowKey hashed_key(const FlowKey& key, HashedHeaders headers);

// Cache of the queue of each flow, 0..queues-1, computed once per flow and connection. Hardware
// would hash each packet; the model's packets carry the number of their flow. Successive TCP
// connections of a flow differ in a port that is not in the key, so the connection number enters
// the hash instead.
class FlowQueues {
 public:
  using Hash = std::uint32_t (*)(const FlowKey&, std::uint32_t, std::uint32_t);

  FlowQueues(const FlowTable& flows, std::uint32_t queues, std::uint32_t perturbation,
             Hash hash = flow_hash, HashedHeaders headers = HashedHeaders::kFiveTuple)
      : flows_(flows),
        queues_(queues),
        perturbation_(perturbation),
        hash_(hash),
        headers_(headers) {}

  std::uint32_t of(FlowId flow, std::uint32_t connection = 0) {
    if (flow >= known_.size() || known_[flow].connection != connection) {
      learn(flow, connection);
    }
    return known_[flow].queue;
  }
  std::uint32_t of(const Packet& packet) {
    return of(packet.flow, packet.tcp.flags != 0 ? packet.tcp.connection : 0);
  }

 private:
  struct Known {
    std::uint32_t connection;  // most recent connection
    std::uint32_t queue;
  };

  void learn(FlowId flow, std::uint32_t connection);
  Known computed(FlowId flow, std::uint32_t connection) const;

  const FlowTable& flows_;
  std::uint32_t queues_;
  std::uint32_t perturbation_;
  Hash hash_;
  HashedHeaders headers_;
  std::vector<Known> known_;
};

}  // namespace docsis_vp::queue
