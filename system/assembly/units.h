// From the units of scenarios to those of the models.
#pragma once

#include <cmath>
#include <cstdint>

#include "platform/base/time.h"

namespace docsis_vp::system {

inline TimePs from_us(double us) {
  return static_cast<TimePs>(std::llround(us * kPsPerUs));
}
inline TimePs from_seconds(double s) {
  return static_cast<TimePs>(std::llround(s * kPsPerSecond));
}
inline std::uint64_t from_mega(double value) {
  return static_cast<std::uint64_t>(std::llround(value * 1e6));
}

}  // namespace docsis_vp::system
