// Computes the longest frame of a scenario.
#pragma once

#include <cstdint>
#include <optional>

#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

constexpr std::uint32_t kDefaultLargestFrameBytes = 1522;  // with a VLAN tag, DA..CRC

// Returns the longest frame that the flows may send, DA..CRC, at least 1522 bytes: in one
// direction, or in both. Acknowledgments go the other way and are never the longest.
std::uint32_t largest_frame_bytes(const Scenario& scenario,
                                  const std::optional<Direction>& direction = {});

}  // namespace docsis_vp::system
