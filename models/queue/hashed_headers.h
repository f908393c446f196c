// Names the headers by which managers tell flows apart.
#pragma once

#include <cstdint>

namespace docsis_vp::queue {

enum class HashedHeaders : std::uint8_t {
  kFiveTuple,   // addresses, protocol and ports; those of the outer header, if there is a tunnel
  kThreeTuple,  // likewise, but without ports: one queue for each pair of hosts and protocol
  kInner,       // addresses, protocol and ports of the packet inside a tunnel
};

}  // namespace docsis_vp::queue
