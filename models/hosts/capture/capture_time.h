// Lossless time stamps of capture files: ticks of any size since any epoch.
#pragma once

#include <cstdint>
#include <optional>

#include "platform/base/time.h"

namespace docsis_vp::hosts {

// Picoseconds since 1970, which need more than 64 bits.
__extension__ using EpochPs = __int128;

// Time unit and offset of a capture's interface.
struct TimeResolution {
  // pcapng if_tsresol: 10^-n s, or 2^-n s with bit 7 set.
  std::uint8_t code = 6;
  std::int64_t offset_seconds = 0;  // pcapng if_tsoffset

  EpochPs to_ps(std::uint64_t ticks) const;
};

// Returns nothing if the difference is out of the range of TimePs.
std::optional<TimePs> difference(EpochPs later, EpochPs earlier);

}  // namespace docsis_vp::hosts
