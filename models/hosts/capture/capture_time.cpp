#include "models/hosts/capture/capture_time.h"

namespace docsis_vp::hosts {
namespace {

// Scales to 10^12 at most, so that products with 64-bit ticks fit. Finer ticks are below 1 ps.
EpochPs decimal_ticks_to_ps(EpochPs ticks, unsigned digits) {
  for (; digits < 12; ++digits) {
    ticks *= 10;
  }
  for (; digits > 12 && ticks > 0; --digits) {
    ticks /= 10;
  }
  return ticks;
}

}  // namespace

EpochPs TimeResolution::to_ps(std::uint64_t ticks) const {
  const unsigned exponent = code & 0x7fU;
  const bool is_binary = (code & 0x80U) != 0;
  const EpochPs since_offset = is_binary ? (EpochPs{ticks} * kPsPerSecond) >> exponent
                                         : decimal_ticks_to_ps(EpochPs{ticks}, exponent);
  return since_offset + EpochPs{offset_seconds} * kPsPerSecond;
}

std::optional<TimePs> difference(EpochPs later, EpochPs earlier) {
  const EpochPs result = later - earlier;
  if (result > INT64_MAX || result < INT64_MIN) {
    return std::nullopt;
  }
  return static_cast<TimePs>(result);
}

}  // namespace docsis_vp::hosts
