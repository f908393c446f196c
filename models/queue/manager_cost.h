// What queue managers cost a machine that is built for them, beside their law. The laws declare
// their own (models/aqm/registry.h), in the same terms: a word of memory counts once a step.
#pragma once

#include <cstdint>

#include "models/aqm/registry.h"
#include "models/queue/managers.h"

namespace docsis_vp::queue {

// Steps that do not happen to a packet cost nothing.
struct ManagerCost {
  // At arrival.
  aqm_operations hash{};      // of IPv6 addresses; IPv4 takes a quarter
  aqm_operations share{};     // scales the probability, once the longest queue is known
  aqm_operations search{};    // for the longest, per queue: before each share and each overflow
  aqm_operations admit{};     // links the packet, counts it
  aqm_operations list{};      // the queue, if it was idle
  aqm_operations overflow{};  // a packet that gives way

  // At departure.
  aqm_operations decide{};  // whether the queue in turn may send
  aqm_operations pass{};    // it may not, and another is tried
  aqm_operations remove{};  // unlinks the packet, counts it
  aqm_operations sent{};    // charges its queue
  aqm_operations unlist{};  // the queue, if it ran empty

  // How often, at most.
  std::uint32_t overflow_packets = 0;  // that give way at one arrival while packets are alike

  std::uint32_t queue_bits = 0;    // of each queue, beside the law's
  std::uint32_t manager_bits = 0;  // of all queues together
  std::uint32_t packet_bits = 0;   // of each queued packet, beside the law's stamp

  // A packet on its way through, of a queue that may be passed over once (a packet that is no
  // longer than the quantum) and that is idle before and after; no overflow.
  aqm_operations per_packet(std::uint32_t queues) const;
  std::uint64_t state_bits(std::uint32_t queues) const {
    return manager_bits + std::uint64_t{queues} * queue_bits;
  }
};

// Null: one queue.
ManagerCost cost_of(const Manager* manager);

// Sums by kind.
aqm_operations operator+(const aqm_operations& a, const aqm_operations& b);
// Additions, multiplications, divisions and comparisons.
std::uint32_t operations_in(const aqm_operations& step);

}  // namespace docsis_vp::queue
