// Notes on what the upstream scheduler cannot give, whatever the load: jitter, contention, SIDs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/docsis/channel.h"
#include "platform/base/time.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// Lines on
// - unsolicited grants and polls whose tolerated jitter no place of their series meets, with the
//   least tolerance that does;
// - backoff windows too small for the service flows that may contend: with all of them in the
//   largest window, an opportunity meets n x 2 / (window + 1) attempts. More than two are noted,
//   with the least `backoff_end` for at most one;
// - service flows that take nine tenths of all SIDs.
// all: a complete scenario modem by modem (instances.h).
std::vector<std::string> notes_on_upstream(const Scenario& all);

// The latest that an interval of a series begins behind its nominal time if nothing else is in its
// way: nothing begins between two frames (minislots of TDMA) or within a request region, and no
// interval lies in two MAPs. The first begins behind the region of a MAP. length, region:
// minislots. None if no MAP holds it.
std::optional<TimePs> least_jitter(const docsis::ChannelGeometry& channel, TimePs map_interval,
                                   std::uint32_t region, TimePs period, std::uint32_t length);

}  // namespace docsis_vp::system
