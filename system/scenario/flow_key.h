// Headers of the packets between the hosts at the ends of a flow.
#pragma once

#include <cstddef>

#include "platform/base/flow.h"
#include "system/scenario/fields/direction.h"
#include "system/scenario/fields/flow.h"

namespace docsis_vp::system {

// What goes in a direction between a host of that modem's LAN and one behind the CMTS; every
// position among the modem's pairs of hosts that talk has a port of its own. Throws ConfigError for
// a pair too many.
FlowKey key_of(const FlowConfig& flow, unsigned modem, Direction direction, std::size_t position);

}  // namespace docsis_vp::system
