// Selects the figures that the terminal's summary of a run shows.
#pragma once

#include <cstdint>

namespace docsis_vp::system {

enum class SummaryRow : std::uint8_t {
  kNever,
  kAlways,
  kUnlessZero,
  kUnlessWhole,  // a part: unless it is zero, or equals the row above
};

}  // namespace docsis_vp::system
