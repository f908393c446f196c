// Reads and writes the unsolicited grant synchronization header: a modem's report on its
// unsolicited grants (MULPIv3.1 6.2.6.4, element type 6 with two octets).
#pragma once

#include <cstdint>
#include <optional>

#include "models/docsis/ugs_element.h"

namespace docsis_vp::docsis {

struct OctetView;

struct UgsStatus {
  bool queue_indicator = false;    // more is queued than the grants of an interval carry
  std::uint8_t active_grants = 0;  // grants that it needs per interval: 0..127; UGS-AD only
};

UgsElement ugs_element(const UgsStatus& status);

// Finds the element in an extended header; none if it is missing.
std::optional<UgsStatus> find_ugs_status(OctetView extended_header);

}  // namespace docsis_vp::docsis
