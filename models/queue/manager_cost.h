// Declares the hardware cost of queue managers without their laws. The laws declare their own cost
// (models/aqm/registry.h) in the same units: a word of memory counts once per step.
#pragma once

#include <cstdint>

#include "models/aqm/registry.h"
#include "models/queue/managers.h"

namespace docsis_vp::queue {

// Steps that do not occur cost nothing.
struct ManagerCost {
  // At arrival.
  aqm_operations hash{};   // for IPv6 addresses; IPv4 costs a quarter
  aqm_operations share{};  // scales the probability by the longest queue
  // one step per queue of the search for the longest one, before each share and each overflow
  aqm_operations search{};
  aqm_operations admit{};     // links and counts the packet
  aqm_operations list{};      // lists the queue if it was idle
  aqm_operations overflow{};  // drops one packet to make room

  // At departure.
  aqm_operations decide{};  // checks whether the next queue may send
  aqm_operations pass{};    // skips a queue that may not send
  aqm_operations remove{};  // unlinks and counts the packet
  aqm_operations sent{};    // debits its queue
  aqm_operations unlist{};  // unlists the queue if it became empty

  // Worst-case counts.
  std::uint32_t overflow_packets = 0;  // packets dropped per arrival if all have one size

  std::uint32_t queue_bits = 0;    // per queue, without the law's
  std::uint32_t manager_bits = 0;  // shared by all queues
  std::uint32_t packet_bits = 0;   // per queued packet, without the law's stamp

  // Returns the cost of one packet without overflow. Its queue is idle before and after, and is
  // skipped at most once (the packet is not longer than the quantum).
  aqm_operations per_packet(std::uint32_t queues) const;
  std::uint64_t state_bits(std::uint32_t queues) const {
    return manager_bits + std::uint64_t{queues} * queue_bits;
  }
};

// manager: null for one queue without a manager.
ManagerCost cost_of(const Manager* manager);

// Adds the counts of each kind.
aqm_operations operator+(const aqm_operations& a, const aqm_operations& b);
// Returns the sum of additions, multiplications, divisions and comparisons.
std::uint32_t operations_in(const aqm_operations& step);

}  // namespace docsis_vp::queue
