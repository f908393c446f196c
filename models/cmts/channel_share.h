// How a request that several channels may answer is divided among them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::cmts {

// A channel as a request sees it.
struct AnsweringChannel {
  TimePs begin = 0;  // of the first MAP's allocation that may answer
  std::uint64_t rate_bps = 0;
  std::uint64_t taken_bytes = 0;  // that go there in any case
};

// Of so many bytes, those that go on channel `own` if all end together, as early as they can; a
// channel that would carry less than `least` of them carries none, the smallest first. The shares
// of all channels are all bytes, but for rounding up. Additions, products and quotients of doubles
// only: the same on every machine.
std::uint64_t share_that_ends_first(const std::vector<AnsweringChannel>& channels, std::size_t own,
                                    std::uint64_t bytes, std::uint64_t least);

}  // namespace docsis_vp::cmts
