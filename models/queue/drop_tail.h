// Defines the meaning of a limit in packets for a queue without a law.
#pragma once

#include <cstdint>
#include <optional>

namespace docsis_vp::queue {

enum class DropTail : std::uint8_t {
  kFull,  // limit packets wait; an arrival beyond is dropped
  kNs2,   // one less: ns-2's DropTail drops if length + 1 >= limit
};

// Returns the number of packets that may wait. limit: at least 2 with kNs2; empty stays empty.
inline std::optional<std::uint32_t> waiting_packets(std::optional<std::uint32_t> limit,
                                                    DropTail rule) {
  if (limit && rule == DropTail::kNs2) {
    *limit -= 1;
  }
  return limit;
}

}  // namespace docsis_vp::queue
