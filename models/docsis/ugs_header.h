// The extended header with which a modem reports on its unsolicited grants: the unsolicited grant
// synchronization header (MULPIv3.1 6.2.6.4, element type 6 with two octets).
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace docsis_vp::docsis {

struct OctetView;

struct UgsStatus {
  bool queue_indicator = false;    // more waits than the grants of an interval carry
  std::uint8_t active_grants = 0;  // of an interval, that it needs: 0..127; of UGS-AD
};

// Type and length, payload header suppression index 0, then the status.
constexpr std::uint32_t kUgsElementBytes = 3;
using UgsElement = std::array<std::uint8_t, kUgsElementBytes>;

UgsElement ugs_element(const UgsStatus& status);

// Among the elements of an extended header; none if there is no such element.
std::optional<UgsStatus> find_ugs_status(OctetView extended_header);

}  // namespace docsis_vp::docsis
