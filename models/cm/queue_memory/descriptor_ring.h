// Configures where the descriptors of waiting packets lie.
#pragma once

#include <cstdint>

#include "platform/base/time.h"

namespace docsis_vp::cm {

// All descriptors are on die, or each flow has a ring in the off-die memory and a cache on die for
// the next packets to leave. If its flow's cache is full, a packet's descriptor is written to the
// ring and fetched before its turn. Both transfers take the memory's port.
struct DescriptorRingConfig {
  std::uint32_t cached = 0;         // descriptors per flow on die; 0: all of them
  std::uint32_t bytes = 16;         // of one descriptor in the ring [Intel 8254x: 16 bytes]
  TimePs latency = 100 * kPsPerNs;  // from its last beat on the port to its use [engineering
                                    // choice]
};

}  // namespace docsis_vp::cm
