// Collects notes on limits of the upstream scheduler at any load: jitter, contention, SIDs, loop.
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
// - service flows that take nine tenths of all SIDs;
// - size and interval of proactive grants on each channel, and the delay that results;
// - with the profile docsis31-low-latency, the request-grant loop.
// all: a complete scenario with every modem listed (instances.h).
std::vector<std::string> notes_on_upstream(const Scenario& all);

// Returns the longest delay of an interval after its nominal time without other traffic. An
// interval begins at the start of a frame (a minislot for TDMA), does not begin within a request
// region, and does not span two MAPs. The first interval begins after the region of a MAP. length,
// region: in minislots. Empty if no MAP can hold the interval.
std::optional<TimePs> least_jitter(const docsis::ChannelGeometry& channel, TimePs map_interval,
                                   std::uint32_t region, TimePs period, std::uint32_t length);

// Returns the time from a request at the start of a MAP's region to the earliest start of the MAP
// that may answer it, without other traffic, for the farthest modem. It adds burst, plant, decoding
// and the build of a MAP, and is at least the minimum request-grant time of OFDMA.
TimePs request_grant_loop(const Scenario& all, const docsis::ChannelGeometry& channel);

}  // namespace docsis_vp::system
