#include "models/cmts/map_layout.h"

#include <algorithm>

namespace docsis_vp::cmts {

void MapLayout::begin(std::uint32_t first, std::uint32_t interval) {
  free_stretches_.clear();
  free_ = interval - first;
  if (free_ > 0) {
    free_stretches_.push_back({first, free_});
  }
}

std::optional<std::uint32_t> MapLayout::place(std::uint32_t from, std::uint32_t latest,
                                              std::uint32_t length) {
  for (auto gap = free_stretches_.begin(); gap != free_stretches_.end(); ++gap) {
    const std::uint32_t at = std::max(gap->first, from);
    if (at > latest) break;
    if (at + length > gap->end()) continue;
    const Stretch before{gap->first, at - gap->first};
    const Stretch after{at + length, gap->end() - at - length};
    free_ -= length;
    if (before.length > 0 && after.length > 0) {
      *gap = before;
      free_stretches_.insert(gap + 1, after);
    } else if (before.length > 0 || after.length > 0) {
      *gap = before.length > 0 ? before : after;
    } else {
      free_stretches_.erase(gap);
    }
    return at;
  }
  return std::nullopt;
}

const std::vector<Stretch>& MapLayout::gaps(std::uint32_t skip) {
  gaps_.clear();
  for (Stretch gap : free_stretches_) {
    const std::uint32_t skipped = std::min(skip, gap.length);
    skip -= skipped;
    gap.first += skipped;
    gap.length -= skipped;
    if (gap.length > 0) {
      gaps_.push_back(gap);
    }
  }
  return gaps_;
}

std::uint32_t MapLayout::free_before(std::uint32_t minislot) const {
  std::uint32_t count = 0;
  for (const Stretch& gap : free_stretches_) {
    if (gap.first >= minislot) break;
    count += std::min(gap.end(), minislot) - gap.first;
  }
  return count;
}

}  // namespace docsis_vp::cmts
