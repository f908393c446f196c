// Configures the queues of a service flow under a manager.
#pragma once

#include <cstdint>

#include "models/queue/discipline.h"

namespace docsis_vp::cm {

struct ManagedQueueConfig {
  queue::DisciplineConfig discipline;
  // Size of the transmit FIFO. At 0, a packet is chosen when a burst begins it, within the grant's
  // deadline. Otherwise the scheduler works ahead (CableLabs 2014 sec. 4.4): it moves released
  // packets in its order to the FIFO, so it makes no decision within the deadline. Other values
  // must be at least kLongestFrameBytes.
  std::uint32_t stage_bytes = 0;
};

}  // namespace docsis_vp::cm
