// Adapts the bit rate of a streaming client.
#pragma once

#include "models/hosts/has/has_config.h"

namespace docsis_vp::hosts {

// State of a client when a segment is complete.
struct HasSituation {
  unsigned level = 0;  // level of that segment
  // playing time / fetch time of a segment of that level, at the rate of the last fetches, > 0
  double mu = 0;
  TimePs buffered = 0;  // playing time in the buffer, including that segment
};

// Returns the next level by config.rule. Ignores the least time between changes.
unsigned next_level(const HasConfig& config, const HasSituation& situation);

// Returns the largest relative step of the ladder: max over i of (b[i+1] - b[i]) / b[i]; 0 for one
// rate.
double largest_step(const std::vector<std::uint64_t>& ladder_bps);

}  // namespace docsis_vp::hosts
