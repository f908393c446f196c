// Addresses of the hosts at the ends of a flow.
#pragma once

#include <cstddef>

#include "platform/base/flow.h"
#include "system/scenario/fields/direction.h"

namespace docsis_vp::system {

// Hosts of a modem's LAN and the one behind the CMTS; a port of its own for every position.
FlowKey key_of(Direction direction, std::size_t position);

}  // namespace docsis_vp::system
