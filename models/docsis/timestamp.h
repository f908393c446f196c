// Converts time to the time stamp of SYNC messages: a count of 10.24 MHz (MULPIv3.1 6.3.2).
#pragma once

#include <cstdint>

#include "platform/base/time.h"

namespace docsis_vp::docsis {

constexpr std::uint64_t kTimestampHz = 10'240'000;
// The tick, the unit of minislot lengths: 64 counts.
constexpr TimePs kTickPs = 6'250'000;

// Counts since time 0, without wrapping; one count takes 390625 / 4 ps. time >= 0.
constexpr std::uint64_t timestamp_counts(TimePs time) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<Wide>(time) * 4 / 390'625);
}
// The transmitted value: 32 bits, wraps every 419.43 s.
constexpr std::uint32_t timestamp_at(TimePs time) {
  return static_cast<std::uint32_t>(timestamp_counts(time));
}

}  // namespace docsis_vp::docsis
