// Indexes a MAP's elements by SID, so that a modem reads only its own elements.
#pragma once

#include <cstdint>
#include <vector>

#include "models/docsis/map.h"
#include "platform/base/time.h"

namespace docsis_vp::docsis {

// An inclusive range of SIDs; empty if lowest > highest.
struct SidRange {
  std::uint16_t lowest = kMaxUnicastSid;
  std::uint16_t highest = 0;

  bool operator==(const SidRange& other) const {
    return lowest == other.lowest && highest == other.highest;
  }
};

// Value of `acknowledged_beyond` (rf.h) for a modem that needs all MAPs.
constexpr TimePs kEveryMap = -1;

class MapIndex {
 public:
  // Builds the index; reuses the memory of the previous one.
  void build(const Map& map);

  // Request regions that are open to all modems.
  struct SharedRegions {
    std::uint32_t count = 0;
    std::uint32_t shortest = 0;  // minislots
    std::uint32_t end = 0;       // end of the last one; minislots from the allocation start
  };
  const SharedRegions& shared_regions() const { return shared_regions_; }

  // Appends the indices of the elements with a SID in the range, ordered by SID, then index.
  void find(SidRange sids, std::vector<std::uint16_t>& places) const;
  bool names(SidRange sids) const { return (marks_ & marks_of(sids)) != 0 && holds(sids); }

 private:
  struct Entry {
    std::uint16_t sid = 0;
    std::uint16_t place = 0;
  };
  // Bloom filter with one bit per SID modulo 64.
  static std::uint64_t mark_of(unsigned sid) { return std::uint64_t{1} << (sid % 64); }
  static std::uint64_t marks_of(SidRange sids) {
    const unsigned more = static_cast<std::uint16_t>(sids.highest - sids.lowest);
    if (more > 62) {
      return UINT64_MAX;
    }
    const std::uint64_t marks = (std::uint64_t{2} << more) - 1;
    const unsigned shift = sids.lowest % 64U;
    return marks << shift | marks >> (-shift % 64U);
  }
  bool holds(SidRange sids) const;
  void add_region(const MapElement& element);
  std::vector<Entry>::const_iterator first_of(std::uint16_t sid) const;

  std::vector<Entry> entries_;  // by SID, then place; excludes SID 0
  std::uint64_t marks_ = 0;     // mark_of() all SIDs in entries_
  SharedRegions shared_regions_;
};

}  // namespace docsis_vp::docsis
