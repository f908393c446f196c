// Configuration of a flow: traffic from one host to another.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/base/tos.h"
#include "system/scenario/fields/direction.h"
#include "system/scenario/fields/flow/has.h"
#include "system/scenario/fields/flow/ledbat.h"
#include "system/scenario/fields/flow/tcp.h"
#include "system/scenario/fields/flow/voip.h"
#include "system/scenario/fields/flow/web.h"
#include "system/scenario/schema/parameters.h"
#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

constexpr double kLeastIntervalUs = 0.1;

enum class FlowKind {
  kUdp,
  kTrace,
  kVoip,
  kGame,
  kTcp,
  kWeb,
  kWebUsers,
  kWrt,
  kHas,
  kLedbat,
  kCustom
};

// Name of the kind in scenarios and results.
std::string_view kind_name(FlowKind kind);

// True for applications over TCP.
constexpr bool uses_tcp(FlowKind kind) {
  return kind != FlowKind::kUdp && kind != FlowKind::kTrace && kind != FlowKind::kVoip &&
         kind != FlowKind::kGame && kind != FlowKind::kCustom;
}

// `count` equal flows, except for their names, starts and round-trip times.
struct FlowConfig {
  std::string name;
  FlowKind kind = FlowKind::kUdp;
  unsigned count = 1;
  std::optional<std::string> group;
  std::string modem;
  std::optional<std::string> ethernet_port;  // empty: the first port of its modem
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
  std::optional<std::string> service_flow;
  std::optional<std::string> return_service_flow;

  // Inputs of its fair share.
  std::optional<double> demand_mbps;
  double weight = 1;

  // udp, voip, game
  std::optional<unsigned> packet_bytes;
  std::optional<unsigned> size_jitter_bytes;  // udp, game
  Ecn ecn = Ecn::kNotEct;
  std::optional<double> interval_us;
  std::optional<double> rate_mbps;
  std::optional<double> on_ms;  // udp
  std::optional<double> off_ms;
  std::optional<double> jitter_percent;
  std::optional<double> phase_us;
  std::optional<std::uint64_t> packets;
  VoipSettings voip;

  // trace
  std::string file;
  std::string ip_source;
  std::string interface;
  std::optional<double> max_gap_s;
  double speed = 1;
  bool loop = false;

  // TCP
  std::optional<CongestionChoice> congestion_control;
  TcpSettings tcp;

  // tcp
  std::optional<std::uint64_t> bytes;
  double pause_s = 0;
  std::optional<std::uint64_t> transfers;
  bool persistent = false;

  WebSettings web;
  WebUserSettings web_users;
  WrtSettings wrt;
  HasSettings has;
  LedbatSettings ledbat;

  // custom
  std::string host;
  std::optional<Parameters> parameters;

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
