// A MAP under construction: its allocations so far, and what is left for more.
#pragma once

#include <cstdint>
#include <vector>

#include "models/cmts/map_layout.h"
#include "models/cmts/reservations.h"
#include "models/cmts/upstream_events.h"

namespace docsis_vp::cmts {

// A grant or a poll.
struct MapItem {
  std::uint32_t offset = 0;  // minislots from the allocation start
  std::uint32_t minislots = 0;
  Reservation::Kind kind = Reservation::Kind::kGrant;
  UpstreamFlow flow = 0;
  std::uint64_t reserved_bytes = 0;  // of a grant: paid by the flow's reservation
  bool is_extra = false;             // beyond the flow's unsolicited grants
};

struct MapDraft {
  unsigned channel = 0;
  std::uint32_t region = 0;  // minislots of the request region
  MapLayout layout;
  std::vector<MapItem> items;
  std::uint32_t elements_left = 0;
  std::uint32_t grantable = 0;  // minislots that other traffic leaves
  std::uint32_t saved = 0;      // of these, left to later MAPs for an unsolicited grant

  // The item may split a free stretch, which takes one more element.
  bool has_element() const { return elements_left > items.size() + layout.stretches(); }
  // Takes one element for each item and one for each stretch between them: idle space, or the rest
  // of a grant that did not fit before.
  void take_elements() {
    elements_left -= static_cast<std::uint32_t>(items.size());
    elements_left -= layout.stretches() - (layout.stretches() > 0 ? 1 : 0);
  }
};

}  // namespace docsis_vp::cmts
