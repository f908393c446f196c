// Declares the octets of the extended header element with which a modem reports the state of its
// unsolicited grants (ugs_header.h).
#pragma once

#include <array>
#include <cstdint>

namespace docsis_vp::docsis {

// Type and length, payload header suppression index 0, and the status.
constexpr std::uint32_t kUgsElementBytes = 3;
using UgsElement = std::array<std::uint8_t, kUgsElementBytes>;

}  // namespace docsis_vp::docsis
