// Divides a request among the channels that may answer it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::cmts {

// State of a channel for one request.
struct AnsweringChannel {
  TimePs begin = 0;  // start of the first MAP allocation that may answer
  std::uint64_t rate_bps = 0;
  std::uint64_t taken_bytes = 0;  // fixed load of the channel
};

// Returns the part of `bytes` for channel `own`. All channels then end together, as early as they
// can. A channel whose share is below `least` gets none, beginning with the smallest share. The
// shares add up to all bytes, except for rounding up. The function only adds, multiplies and
// divides
// doubles: the result is the same on every machine.
std::uint64_t share_that_ends_first(const std::vector<AnsweringChannel>& channels, std::size_t own,
                                    std::uint64_t bytes, std::uint64_t least);

}  // namespace docsis_vp::cmts
