// Orders upstream bursts by time, with a deterministic order at equal times.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "models/docsis/rf.h"
#include "platform/base/time.h"

namespace docsis_vp::docsis {

// Ordered by time, then channel, minislot and SID. The heap holds the compared fields only; the
// bursts, which are large, do not move.
class BurstQueue {
 public:
  void push(TimePs due, UpstreamBurst&& burst) {
    const Entry entry = {due,       burst.first_minislot, burst.channel,
                         burst.sid, burst.modem,          slot_for(std::move(burst))};
    heap_.push_back(entry);
    std::push_heap(heap_.begin(), heap_.end(), later);
  }
  // Time of the first burst; kNever when empty.
  TimePs next_due() const { return heap_.empty() ? kNever : heap_.front().due; }
  // Removes and returns the first burst. The queue must not be empty.
  UpstreamBurst pop() {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    const std::uint32_t slot = heap_.back().slot;
    heap_.pop_back();
    free_.push_back(slot);
    return std::move(bursts_[slot]);
  }

 private:
  struct Entry {
    TimePs due = 0;
    Minislot first_minislot = 0;
    unsigned channel = 0;
    std::uint16_t sid = 0;
    unsigned modem = 0;
    std::uint32_t slot = 0;  // index into bursts_
  };

  static bool later(const Entry& a, const Entry& b) {
    const auto rank = [](const Entry& entry) {
      return std::tie(entry.due, entry.channel, entry.first_minislot, entry.sid, entry.modem);
    };
    return rank(b) < rank(a);
  }

  std::uint32_t slot_for(UpstreamBurst&& burst) {
    if (free_.empty()) {
      bursts_.push_back(std::move(burst));
      return static_cast<std::uint32_t>(bursts_.size() - 1);
    }
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    bursts_[slot] = std::move(burst);
    return slot;
  }

  std::vector<Entry> heap_;
  std::vector<UpstreamBurst> bursts_;  // indexed by slot
  std::vector<std::uint32_t> free_;    // free slots
};

}  // namespace docsis_vp::docsis
