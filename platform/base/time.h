// Represents time in integer picoseconds, the kernel's resolution, for code without SystemC.
#pragma once

#include <cstdint>

namespace docsis_vp {

// Picoseconds since the start of the simulation; signed, so that differences are
// plain subtractions. Range: 106 days.
using TimePs = std::int64_t;

constexpr TimePs kPsPerNs = 1'000;
constexpr TimePs kPsPerUs = 1'000'000;
constexpr TimePs kPsPerMs = 1'000'000'000;
constexpr TimePs kPsPerSecond = 1'000'000'000'000;

// Later than any event of a run.
constexpr TimePs kNever = INT64_MAX;

// Converts to 32-bit microseconds, the unit of the AQM algorithms; wraps every 71 minutes.
constexpr std::uint32_t to_us32(TimePs time) {
  return static_cast<std::uint32_t>(time / kPsPerUs);
}

constexpr double to_seconds(TimePs time) {
  return static_cast<double>(time) / kPsPerSecond;
}
constexpr double to_ms(TimePs time) {
  return static_cast<double>(time) / kPsPerMs;
}
constexpr double to_us(TimePs time) {
  return static_cast<double>(time) / kPsPerUs;
}

// These functions round to the nearest picosecond.
TimePs from_us(double us);
TimePs from_ms(double ms);
TimePs from_seconds(double s);

}  // namespace docsis_vp
