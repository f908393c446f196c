// Which bit rate a streaming client asks for next.
#pragma once

#include "models/hosts/has/has_config.h"

namespace docsis_vp::hosts {

// What a client knows when a segment is complete.
struct HasSituation {
  unsigned level = 0;  // of that segment
  double mu = 0;  // of a segment of that level, at the rate of the last fetches: playing time /
                  // fetch time, > 0
  TimePs buffered = 0;  // playing time left in the buffer, that segment included
};

// A position in the ladder, by config.rule. The least time between changes is not looked at.
unsigned next_level(const HasConfig& config, const HasSituation& situation);

// The largest relative step of the ladder: max over i of (b[i+1] - b[i]) / b[i]; 0 of one rate.
double largest_step(const std::vector<std::uint64_t>& ladder_bps);

}  // namespace docsis_vp::hosts
