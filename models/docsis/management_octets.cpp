#include "models/docsis/management_octets.h"

namespace docsis_vp::docsis {

void ManagementFrame::exchange(Map& map, TimePs acknowledged_until) {
  std::swap(map_, map);
  acknowledged_until_ = acknowledged_until;
  octets_.clear();
  carries_map_ = complete_map(map_);
  if (carries_map_) {
    index_.build(map_);
  } else {
    append_map(octets_, map_);
  }
}

const std::vector<std::uint8_t>& ManagementFrame::octets() const {
  if (octets_.empty() && carries_map_) {
    append_map(octets_, map_);
  }
  return octets_;
}

}  // namespace docsis_vp::docsis
