// Declares the configuration of the burst builder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/aqm/dual_queue/latency_histogram.h"
#include "models/cm/aqm_engine/aqm_engine_options.h"
#include "models/docsis/scheduling_config.h"
#include "platform/base/time.h"

namespace docsis_vp::cm {

// Selects which part of a burst has its own deadline.
enum class BuildUnitKind : std::uint8_t {
  kGrant,  // the whole burst must be ready when it starts (TDMA)
  kFrame,  // each frame's part must be ready when that frame starts (OFDMA)
};

// Cycles of the MAC clock [engineering choices].
struct BuildCosts {
  // Keys of a scenario's `burst_builder`.
  std::uint32_t cycles_per_segment = 32;
  std::uint32_t cycles_per_packet = 16;   // per packet touched, including dropped packets
  std::uint32_t cycles_per_decision = 8;  // per decision of a law that decides at the head

  // Cycles from a descriptor's last beat on the port until its use. 0: all descriptors are on die.
  // Set by the modem.
  std::uint32_t descriptor_latency_cycles = 0;
};

struct BurstBuilderConfig {
  // A scenario's `burst_builder`.
  BuildCosts costs;
  // Empty: kGrant on TDMA channels, kFrame on OFDMA channels.
  std::optional<BuildUnitKind> build_unit;

  // Set by the modem.
  unsigned modem = 0;  // the modem's index, copied into its bursts
  Sojourn sojourn = Sojourn::kWhole;
  std::size_t grant_table_size = 512;  // entries for grants, all channels
  TimePs stats_from = 0;               // distributions exclude earlier events
  // By channel index. The modem's channel settings give the earliest start and the deadline of a
  // burst's build.
  std::vector<BuildUnitKind> build_units;
  std::vector<docsis::SchedulingConfig> scheduling;  // by flow; empty: none has unsolicited grants
  std::vector<latency_histogram_config> latency_edges;  // by flow; empty: the default edges
};

}  // namespace docsis_vp::cm
