// Selects how flows share a MAP that is too small for all.
#pragma once

#include <cstdint>

namespace docsis_vp::cmts {

enum class Sharing : std::uint8_t {
  kWeighted,    // reserved rates, then by priority, then in proportion to weights
  kOldestFirst  // in order of the oldest request
};

}  // namespace docsis_vp::cmts
