// Limits how far beyond the present a MAP may describe its channel.
#pragma once

#include <algorithm>

#include "models/docsis/channel.h"

namespace docsis_vp::docsis {

// TDMA: a number of minislots (MULPIv3.1 6.4.4). OFDMA has many small minislots, so its limit is a
// time [engineering choice].
constexpr Minislot kMaxTdmaReach = 4096;
constexpr TimePs kMaxOfdmaReach = 20 * kPsPerMs;

// Returns whether `end` is beyond the limit, counted from `now`.
inline bool is_beyond_reach(const ChannelGeometry& channel, TimePs end, TimePs now) {
  const TimePs ahead = std::max<TimePs>(0, end - now);
  return channel.parameters().kind == ChannelKind::kOfdma
             ? ahead > kMaxOfdmaReach
             : channel.at_or_after(ahead) > kMaxTdmaReach;
}

}  // namespace docsis_vp::docsis
