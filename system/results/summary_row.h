// Selects the values that the terminal's summary of a run shows.
#pragma once

#include <cstdint>

namespace docsis_vp::system {

enum class SummaryRow : std::uint8_t {
  kNever,
  kAlways,
  kUnlessZero,
  kUnlessWhole,  // a part of the row above: hidden if it is zero or equals that row
};

}  // namespace docsis_vp::system
