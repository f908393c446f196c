// Converts units of scenarios into those of the models, and model values into units of results.
#pragma once

#include <cmath>
#include <cstdint>

#include "models/queue/packet_tally.h"
#include "system/results/results.h"

namespace docsis_vp::system {

inline std::uint64_t from_mega(double value) {
  return static_cast<std::uint64_t>(std::llround(value * 1e6));
}

// A loss is subtracted when it becomes known, so a count may fall below its value at the warm-up.
inline std::uint64_t since_warmup(std::uint64_t now, std::uint64_t at_warmup) {
  return now > at_warmup ? now - at_warmup : 0;
}

inline ServiceFlowResult::Amount amount(const queue::PacketTally& tally) {
  return {tally.packets, tally.bytes};
}

}  // namespace docsis_vp::system
