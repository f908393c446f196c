#include "platform/base/clock.h"

#include <stdexcept>

namespace docsis_vp {

namespace {
// The product of a time and a frequency needs more than 64 bits after half an hour at 1 GHz.
__extension__ using Wide = unsigned __int128;
constexpr Wide kPicoseconds = static_cast<Wide>(kPsPerSecond);
}  // namespace

Clock::Clock(std::uint64_t frequency_hz) : frequency_hz_(frequency_hz), whole_period_ps_(0) {
  if (frequency_hz == 0 || frequency_hz > static_cast<std::uint64_t>(kPsPerSecond)) {
    throw std::invalid_argument("clock frequency must be between 1 Hz and 1 THz");
  }
  const auto second = static_cast<std::uint64_t>(kPsPerSecond);
  whole_period_ps_ = second % frequency_hz == 0 ? second / frequency_hz : 0;
}

TimePs Clock::edge_of_fraction(std::uint64_t cycle) const {
  return static_cast<TimePs>(Wide{cycle} * kPicoseconds / frequency_hz_);
}

std::uint64_t Clock::cycle_of_fraction_at(TimePs time) const {
  // The largest n with floor(n x 10^12 / f) <= time is the largest with n x 10^12 < (time + 1) x f.
  const Wide bound = (static_cast<Wide>(time) + 1) * frequency_hz_;
  return static_cast<std::uint64_t>((bound - 1) / kPicoseconds);
}

}  // namespace docsis_vp
