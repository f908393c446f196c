// The extended header with which a modem reports on its unsolicited grants: the unsolicited grant
// synchronization header (MULPIv3.1 6.2.6.4, element type 6 with two octets).
#pragma once

#include <cstdint>
#include <optional>

#include "models/docsis/ugs_element.h"

namespace docsis_vp::docsis {

struct OctetView;

struct UgsStatus {
  bool queue_indicator = false;    // more waits than the grants of an interval carry
  std::uint8_t active_grants = 0;  // of an interval, that it needs: 0..127; of UGS-AD
};

UgsElement ugs_element(const UgsStatus& status);

// Among the elements of an extended header; none if there is no such element.
std::optional<UgsStatus> find_ugs_status(OctetView extended_header);

}  // namespace docsis_vp::docsis
