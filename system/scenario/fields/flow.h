// Declares the configuration of a flow: traffic from one host to another.
#pragma once

#include <any>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/base/tos.h"
#include "system/scenario/fields/direction.h"
#include "system/scenario/fields/flow/tcp.h"
#include "system/scenario/fields/traffic_kind.h"
#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

constexpr double kLeastIntervalUs = 0.1;

// `count` equal flows, except for their names, starts and round-trip times.
struct FlowConfig {
  std::string name;
  FlowKind kind = {};
  unsigned count = 1;
  std::optional<std::string> group;
  std::string modem;
  std::optional<std::string> ethernet_port;  // empty: the first port of its modem
  std::optional<std::string> wifi_station;   // empty: a station of its own
  Direction direction = Direction::kUpstream;
  double start_s = 0;
  double start_spread_s = 0;
  std::optional<double> stop_s;

  // Wired part of the path.
  std::vector<double> rtt_ms = {0};
  double rtt_step_ms = 0;
  double server_rate_mbps = 10'000;
  std::optional<std::uint64_t> server_buffer_bytes;

  // Headers of its packets.
  unsigned dscp = 0;
  std::optional<std::string> lan_address;
  std::optional<std::string> wan_address;
  std::optional<unsigned> lan_port;
  std::optional<unsigned> wan_port;
  std::optional<std::string> tunnel;
  std::optional<std::string> service_flow;
  std::optional<std::string> return_service_flow;

  // Inputs of its fair share.
  std::optional<double> demand_mbps;
  double weight = 1;

  // Kinds that send UDP packets at intervals.
  std::optional<unsigned> packet_bytes;
  std::optional<unsigned> size_jitter_bytes;
  Ecn ecn = Ecn::kNotEct;
  std::optional<double> interval_us;
  std::optional<double> rate_mbps;
  std::optional<double> on_ms;
  std::optional<double> off_ms;
  std::optional<double> jitter_percent;
  std::optional<double> phase_us;
  std::optional<std::uint64_t> packets;

  // Kinds that use TCP.
  std::optional<CongestionChoice> congestion_control;
  TcpSettings tcp;

  // Keys that only the kind has, see kind_fields.h.
  std::any settings;

  // Index in the list of the scenario as written (instances.h).
  std::size_t position = 0;
  // Index of its modem among the modems of the entry.
  unsigned modem_number = 0;
  // Index of its host on the modem's LAN. Each pair of service flows that flows name has one host.
  unsigned lan_host = 0;
};

const Table<FlowConfig>& flow_table();

// One of the flows that a FlowConfig describes.
struct FlowInstance {
  unsigned index = 0;  // 0..count-1, continued from modem to modem
  std::string name;    // "ftp", or "ftp0", "ftp1", ... if count > 1
  std::string group;   // as given, or the common name if count > 1; else empty
  double rtt_ms = 0;
};

std::vector<FlowInstance> instances_of(const FlowConfig& config);

}  // namespace docsis_vp::system
