// Computes the headers of packets between the hosts of a flow.
#pragma once

#include <cstddef>

#include "platform/base/flow.h"
#include "system/scenario/fields/direction.h"
#include "system/scenario/fields/flow.h"

namespace docsis_vp::system {

// Returns the headers of packets in a direction between a host on the modem's LAN and one behind
// the CMTS. Each `position`, the index of a communicating pair of hosts of the modem, has its own
// port. Throws ConfigError if there are too many pairs.
FlowKey key_of(const FlowConfig& flow, unsigned modem, Direction direction, std::size_t position);

}  // namespace docsis_vp::system
