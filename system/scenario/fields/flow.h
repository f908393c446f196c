// Traffic from one host to another.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "system/scenario/fields/direction.h"
#include "system/scenario/table.h"

namespace docsis_vp::system {

enum class FlowKind { kUdp, kTrace };

// Packets from one host to another.
struct FlowConfig {
  std::string name;
  FlowKind kind = FlowKind::kUdp;
  std::string modem;
  Direction direction = Direction::kUpstream;
  double start_s = 0;
  std::optional<double> stop_s;
  unsigned packet_bytes = 1500;
  double interval_us = 0;
  double jitter_percent = 0;
  std::optional<double> phase_us;
  std::optional<std::uint64_t> packets;
  std::string file;
  std::string ip_source;
  double speed = 1;
  bool loop = false;
};

const Table<FlowConfig>& flow_table();

}  // namespace docsis_vp::system
