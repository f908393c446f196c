// The octets of the element in an extended header by which a modem reports on its unsolicited
// grants (ugs_header.h).
#pragma once

#include <array>
#include <cstdint>

namespace docsis_vp::docsis {

// Type and length, payload header suppression index 0, then the status.
constexpr std::uint32_t kUgsElementBytes = 3;
using UgsElement = std::array<std::uint8_t, kUgsElementBytes>;

}  // namespace docsis_vp::docsis
