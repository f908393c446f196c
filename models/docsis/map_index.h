// Which elements of a MAP name which SIDs, so that nobody goes through those of all others.
#pragma once

#include <cstdint>
#include <vector>

#include "models/docsis/map.h"
#include "platform/base/time.h"

namespace docsis_vp::docsis {

// SIDs from one to another; no SID: lowest > highest.
struct SidRange {
  std::uint16_t lowest = kMaxUnicastSid;
  std::uint16_t highest = 0;

  bool operator==(const SidRange& other) const {
    return lowest == other.lowest && highest == other.highest;
  }
};

// The time a modem heeds acknowledgments beyond that hears all MAPs.
constexpr TimePs kEveryMap = -1;

class MapIndex {
 public:
  // Memory of an earlier MAP is used again.
  void build(const Map& map);

  // Appends the places of the elements that name such a SID, by SID, then place.
  void find(SidRange sids, std::vector<std::uint16_t>& places) const;
  bool names(SidRange sids) const;

 private:
  struct Entry {
    std::uint16_t sid = 0;
    std::uint16_t place = 0;
  };
  std::vector<Entry>::const_iterator first_of(std::uint16_t sid) const;

  std::vector<Entry> entries_;  // by SID, then place; without SID 0
};

}  // namespace docsis_vp::docsis
