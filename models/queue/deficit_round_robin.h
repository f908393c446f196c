// Implements deficit round robin: selects the next of many queues, with fairness in bytes.
#pragma once

#include <cstdint>
#include <vector>

namespace docsis_vp::queue {

enum class ServiceOrder : std::uint8_t {
  // A queue sends while its deficit is positive and may overdraw it by a packet. Queues that become
  // busy precede queues that were already busy (RFC 8290 sec. 4.2: new and old queues).
  kNewFirst,
  // A queue sends as long as its deficit covers the packet, and loses the rest when it becomes
  // empty (Shreedhar, Varghese 1995).
  kInOrder,
};

// State per queue: its list and its deficit. `Word`: 32 bits, or a type that counts the operations
// on it.
template <typename Word>
class DeficitRoundRobinOf {
 public:
  using Index = std::uint32_t;
  static constexpr Index kNone = UINT32_MAX;

  DeficitRoundRobinOf(ServiceOrder order, Index queues, std::uint32_t quantum_bytes)
      : order_(order), quantum_(quantum_bytes), queues_(queues) {}

  // A packet entered a queue.
  void arrived(Index queue) {
    Entry& entry = queues_[queue];
    if (entry.list == kIdle) {
      entry.deficit = quantum_;
      append(order_ == ServiceOrder::kNewFirst ? kNew : kOld, queue);
    }
  }

  // Returns the queue that sends next, or kNone if none is listed. `bytes_of_head(queue)` returns
  // the length of its first packet. A listed queue may be empty: bytes_of_head() then returns 0,
  // and the caller calls found_empty().
  template <typename HeadBytes>
  Index next(const HeadBytes& bytes_of_head) {
    while (true) {
      const unsigned list = lists_[kNew].first != kNone ? kNew : kOld;
      const Word& first = lists_[list].first;
      const auto queue = static_cast<Index>(first);
      if (first == kNone || may_send(queues_[queue], bytes_of_head(queue))) {
        return queue;
      }
      queues_[queue].deficit = queues_[queue].deficit + quantum_;
      remove_first(list);
      append(kOld, queue);
    }
  }

  // Call it when the queue that next() returned has sent, or was found empty. With kNewFirst an
  // empty new queue is moved to the old queues once, so that it cannot be new at every packet.
  void sent(Index queue, const Word& bytes) {
    queues_[queue].deficit = queues_[queue].deficit - bytes;
  }
  void found_empty(Index queue) {
    const auto list = static_cast<unsigned>(queues_[queue].list);
    remove_first(list);
    if (list == kNew && lists_[kOld].first != kNone) {
      append(kOld, queue);
    } else {
      queues_[queue].list = kIdle;
    }
  }

 private:
  static constexpr std::uint32_t kNew = 0;
  static constexpr std::uint32_t kOld = 1;
  static constexpr std::uint32_t kIdle = 2;
  struct Entry {
    Word deficit = 0;  // signed, in two's complement
    Word next = kNone;
    Word list = kIdle;
  };
  struct List {
    Word first = kNone;
    Word last = kNone;
  };

  bool may_send(const Entry& entry, const Word& bytes) const {
    // True if it is positive as a signed number; the deficit is always far below 2^31.
    return order_ == ServiceOrder::kNewFirst ? entry.deficit - 1 < kHalf : bytes <= entry.deficit;
  }

  void append(unsigned list, Index queue) {
    List& to = lists_[list];
    queues_[queue].list = list;
    queues_[queue].next = kNone;
    (to.first == kNone ? to.first : queues_[static_cast<Index>(to.last)].next) = queue;
    to.last = queue;
  }
  void remove_first(unsigned list) {
    Word& first = lists_[list].first;
    first = queues_[static_cast<Index>(first)].next;
  }

  static constexpr std::uint32_t kHalf = UINT32_C(1) << 31;

  ServiceOrder order_;
  Word quantum_;
  std::vector<Entry> queues_;
  List lists_[2];
};

using DeficitRoundRobin = DeficitRoundRobinOf<std::uint32_t>;

}  // namespace docsis_vp::queue
