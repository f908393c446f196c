// Computes the edges of a clock arithmetically, without a clock process.
#pragma once

#include <cstdint>

#include "platform/base/time.h"

namespace docsis_vp {

// Cycle n starts at floor(n x 10^12 / f) ps. Periods such as 1/300 MHz are not whole picoseconds:
// a sum of rounded periods would drift, a count of cycles does not.
class Clock {
 public:
  // frequency_hz: 1 Hz to 1 THz.
  explicit Clock(std::uint64_t frequency_hz);

  std::uint64_t frequency_hz() const { return frequency_hz_; }

  // Start of a cycle.
  TimePs edge(std::uint64_t cycle) const {
    return whole_period_ps_ != 0 ? static_cast<TimePs>(cycle * whole_period_ps_)
                                 : edge_of_fraction(cycle);
  }
  // Returns the cycle that contains a time: the last edge at or before it. time >= 0.
  std::uint64_t cycle_at(TimePs time) const {
    return whole_period_ps_ != 0 ? static_cast<std::uint64_t>(time) / whole_period_ps_
                                 : cycle_of_fraction_at(time);
  }
  // Returns the first cycle whose edge is at or after a time. time >= 0.
  std::uint64_t cycle_at_or_after(TimePs time) const {
    const std::uint64_t cycle = cycle_at(time);
    return edge(cycle) == time ? cycle : cycle + 1;
  }
  // Returns the edge that lies `cycles` cycles after the first edge at or after `time`.
  TimePs after(TimePs time, std::uint64_t cycles) const {
    return edge(cycle_at_or_after(time) + cycles);
  }

 private:
  TimePs edge_of_fraction(std::uint64_t cycle) const;
  std::uint64_t cycle_of_fraction_at(TimePs time) const;

  std::uint64_t frequency_hz_;
  std::uint64_t whole_period_ps_;  // 0 if the period is not whole
};

}  // namespace docsis_vp
