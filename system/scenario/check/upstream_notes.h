// Notes on limits of the upstream scheduler at any load: jitter, contention, SIDs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/docsis/channel.h"
#include "platform/base/time.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Returns lines on
// - unsolicited grants and polls whose tolerated jitter no position of their series meets, with the
//   least tolerance that can be met;
// - backoff windows too small for the service flows that may contend. With all flows in the largest
//   window, an opportunity gets n x 2 / (window + 1) attempts. More than two are noted, with the
//   least `backoff_end` for at most one;
// - service flows that take nine tenths of all SIDs.
// all: a complete scenario with every modem listed (instances.h).
std::vector<std::string> notes_on_upstream(const Scenario& all);

// Returns the longest delay of an interval behind its nominal time without other traffic. An
// interval begins neither between two frames (minislots of TDMA) nor within a request region, and
// does not cross two MAPs. The first begins behind the region of a MAP. length, region: in
// minislots. Empty if no MAP holds the interval.
std::optional<TimePs> least_jitter(const docsis::ChannelGeometry& channel, TimePs map_interval,
                                   std::uint32_t region, TimePs period, std::uint32_t length);

}  // namespace docsis_vp::system
