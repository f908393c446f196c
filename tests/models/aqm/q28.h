// Probabilities in UQ4.28, as the laws keep them.
#pragma once

#include <cstdint>

namespace docsis_vp::aqm {

constexpr double kOneQ28 = 268435456.0;
constexpr std::uint32_t q28(double value) {
  const double scaled = value * kOneQ28;
  const auto whole = static_cast<std::uint32_t>(scaled);
  return whole + (scaled - whole >= 0.5 ? 1 : 0);
}
constexpr double real(std::uint32_t value_q28) {
  return value_q28 / kOneQ28;
}

}  // namespace docsis_vp::aqm
