#include "models/cm/burst_builder/grant_table.h"

#include <algorithm>
#include <tuple>

namespace docsis_vp::cm {

bool GrantTable::add(const Entry& entry) {
  if (entries_.size() == capacity_) {
    return false;
  }
  const Grant& added = entry.grant;
  for (const Entry& other : entries_) {
    if (other.grant.channel == added.channel &&
        added.first_minislot < other.grant.first_minislot + other.grant.minislots &&
        other.grant.first_minislot < added.first_minislot + added.minislots) {
      return false;
    }
  }
  const auto later = [](const Entry& a, const Entry& b) {
    return std::tie(a.grant.start, a.grant.channel) < std::tie(b.grant.start, b.grant.channel);
  };
  entries_.insert(std::upper_bound(entries_.begin(), entries_.end(), entry, later), entry);
  return true;
}

TimePs GrantTable::next_window() const {
  TimePs next = kNever;
  for (const Entry& entry : entries_) {
    next = std::min(next, entry.window_opens);
  }
  return next;
}

bool GrantTable::take_open(TimePs now, Grant& grant) {
  const auto open = std::find_if(entries_.begin(), entries_.end(),
                                 [&](const Entry& entry) { return entry.window_opens <= now; });
  if (open == entries_.end()) {
    return false;
  }
  grant = open->grant;
  entries_.erase(open);
  return true;
}

}  // namespace docsis_vp::cm
