// Declares the configuration of the ingress hold.
#pragma once

#include <cstdint>
#include <optional>

#include "platform/base/time.h"

namespace docsis_vp::cm {

struct IngressHoldConfig {
  // Keys of a scenario's `ingress_hold` [engineering choices].
  std::uint32_t descriptors = 64;          // waiting packets; a multiple of 8 up to 1024
  std::uint64_t capacity_bytes = 128'000;  // of waiting packets
  std::uint32_t departures = 1024;         // records that the log has room for
  // If true, firmware judges all waiting packets of a flow from one reading of the depth, which it
  // updates with its own verdicts.
  bool batch = false;
  // Interrupt moderation. The interrupt rises when this many packets wait, or after a window if
  // fewer wait. The window starts at the first of them or at the last doorbell, whichever is later.
  // After a doorbell the interrupt falls and the condition is evaluated again.
  std::optional<std::uint32_t> moderation_packets;  // empty: 1; with `batch` 32
  std::optional<std::uint32_t> moderation_us;       // empty: 0; with `batch` 100

  // Set by the modem.
  TimePs stats_from = 0;  // distributions exclude earlier events

  std::uint32_t packets_of_interrupt() const { return moderation_packets.value_or(batch ? 32 : 1); }
  std::uint32_t window_us() const { return moderation_us.value_or(batch ? 100 : 0); }
};

}  // namespace docsis_vp::cm
