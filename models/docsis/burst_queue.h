// Bursts that wait for a time, in an order that nothing accidental decides.
#pragma once

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "models/docsis/rf.h"
#include "platform/base/time.h"

namespace docsis_vp::docsis {

// By time, then channel, minislot and SID.
class BurstQueue {
 public:
  void push(TimePs due, UpstreamBurst burst) {
    entries_.push_back({due, std::move(burst)});
    std::push_heap(entries_.begin(), entries_.end(), later);
  }
  // kNever when empty.
  TimePs next_due() const { return entries_.empty() ? kNever : entries_.front().due; }
  // Not on an empty queue.
  UpstreamBurst pop() {
    std::pop_heap(entries_.begin(), entries_.end(), later);
    UpstreamBurst burst = std::move(entries_.back().burst);
    entries_.pop_back();
    return burst;
  }

 private:
  struct Entry {
    TimePs due = 0;
    UpstreamBurst burst;
  };

  static bool later(const Entry& a, const Entry& b) {
    const auto rank = [](const Entry& entry) {
      return std::tie(entry.due, entry.burst.channel, entry.burst.first_minislot, entry.burst.sid,
                      entry.burst.modem);
    };
    return rank(b) < rank(a);
  }

  std::vector<Entry> entries_;
};

}  // namespace docsis_vp::docsis
