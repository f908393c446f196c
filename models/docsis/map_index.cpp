#include "models/docsis/map_index.h"

#include <algorithm>
#include <tuple>

namespace docsis_vp::docsis {

void MapIndex::build(const Map& map) {
  entries_.clear();
  marks_ = 0;
  shared_regions_ = {};
  for (std::size_t place = 0; place < map.elements.size(); ++place) {
    const MapElement& element = map.elements[place];
    if (element.sid != kSidNone) {
      entries_.push_back({element.sid, static_cast<std::uint16_t>(place)});
      marks_ |= mark_of(element.sid);
    }
    if (element.sid == kSidAllModems && element.iuc == kIucRequest) {
      add_region(element);
    }
  }
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.sid, a.place) < std::tie(b.sid, b.place);
  });
}

void MapIndex::add_region(const MapElement& element) {
  const std::uint32_t length = element.length;
  SharedRegions& all = shared_regions_;
  all.shortest = all.count == 0 ? length : std::min(all.shortest, length);
  all.end = std::max(all.end, element.offset + length);
  ++all.count;
}

std::vector<MapIndex::Entry>::const_iterator MapIndex::first_of(std::uint16_t sid) const {
  return std::lower_bound(entries_.begin(), entries_.end(), sid,
                          [](const Entry& entry, std::uint16_t from) { return entry.sid < from; });
}

void MapIndex::find(SidRange sids, std::vector<std::uint16_t>& places) const {
  for (auto entry = first_of(sids.lowest); entry != entries_.end() && entry->sid <= sids.highest;
       ++entry) {
    places.push_back(entry->place);
  }
}

bool MapIndex::holds(SidRange sids) const {
  const auto entry = first_of(sids.lowest);
  return entry != entries_.end() && entry->sid <= sids.highest;
}

}  // namespace docsis_vp::docsis
