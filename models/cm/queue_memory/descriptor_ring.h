// Where descriptors of waiting packets lie.
#pragma once

#include <cstdint>

#include "platform/base/time.h"

namespace docsis_vp::cm {

// All on die, or a ring for each flow in the off-die memory with the next ones to leave in a cache.
// A packet that finds its flow's cache full has its descriptor written to the ring, and fetched
// from there before its turn comes: both take the memory's port.
struct DescriptorRingConfig {
  std::uint32_t cached = 0;         // descriptors of each flow on die; 0: all of them
  std::uint32_t bytes = 16;         // of one in the ring [Intel 8254x: 16 bytes]
  TimePs latency = 100 * kPsPerNs;  // from its end on the port to its use [engineering choice]
};

}  // namespace docsis_vp::cm
