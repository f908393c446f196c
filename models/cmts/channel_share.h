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
  std::uint64_t taken_bytes = 0;  // load that the channel carries before this request
};

// Returns the part of `bytes` for channel `own`. With these parts, all channels finish at the same
// time, which is as early as possible. A share below `least` is not used: the channel with the
// smallest such share gets none, and the shares are computed again. The shares add up to `bytes`,
// except for rounding up. The function only adds, multiplies and divides doubles, so that the
// result is the same on every machine.
std::uint64_t share_that_ends_first(const std::vector<AnsweringChannel>& channels, std::size_t own,
                                    std::uint64_t bytes, std::uint64_t least);

}  // namespace docsis_vp::cmts
