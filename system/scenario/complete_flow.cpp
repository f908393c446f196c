#include "system/scenario/complete_flow.h"

#include <filesystem>
#include <map>

#include "platform/base/errors.h"
#include "system/json/writer.h"
#include "system/scenario/ip_prefix.h"

namespace docsis_vp::system {

namespace {

constexpr unsigned kDataPacketBytes = 1500;
// 160 G.711, 12 RTP, 8 UDP, 20 IP, 18 Ethernet: cablelabs-2012 sec. 3.2.2, cablelabs-2014.
constexpr unsigned kVoicePacketBytes = 218;
constexpr double kVoiceIntervalUs = 20'000;
constexpr double kBitsPerByte = 8;

void complete_udp(FlowConfig& flow, const std::string& pointer) {
  flow.packet_bytes = flow.packet_bytes.value_or(kDataPacketBytes);
  if (flow.interval_us && flow.rate_mbps) {
    throw ConfigError(pointer + "/rate_mbps", "excludes interval_us, give one of them");
  }
  if (flow.rate_mbps) {
    flow.interval_us = kBitsPerByte * *flow.packet_bytes / *flow.rate_mbps;
    flow.rate_mbps.reset();
  }
  if (!flow.interval_us) {
    throw ConfigError(pointer, "the key \"interval_us\" or \"rate_mbps\" is missing");
  }
}

void complete_trace(const FlowConfig& flow, const std::string& pointer) {
  if (!std::filesystem::is_regular_file(flow.file)) {
    throw ConfigError(pointer + "/file", "there is no file " + flow.file);
  }
  if (!flow.ip_source.empty() && !parse_prefix(flow.ip_source)) {
    throw ConfigError(pointer + "/ip_source", "expected an IPv4 or IPv6 address or prefix, got \"" +
                                                  flow.ip_source + "\"");
  }
}

void complete_tcp(FlowConfig& flow, const std::string& pointer) {
  if (!flow.congestion_control) {
    flow.congestion_control = flow.tcp.preset == TcpPreset::kLinux ? CongestionChoice::kCubic
                                                                   : CongestionChoice::kReno;
  }
  if (flow.kind == FlowKind::kTcp && !flow.bytes && (flow.pause_s > 0 || flow.transfers)) {
    throw ConfigError(pointer + (flow.transfers ? "/transfers" : "/pause_s"),
                      "has a meaning only with bytes");
  }
}

}  // namespace

void complete_flow(FlowConfig& flow, const std::string& pointer) {
  if (flow.stop_s && *flow.stop_s <= flow.start_s + flow.start_spread_s) {
    throw ConfigError(pointer + "/stop_s",
                      "expected a time after start_s, got " + json_number(*flow.stop_s) + " s");
  }
  if (flow.kind == FlowKind::kUdp) {
    complete_udp(flow, pointer);
  }
  if (flow.kind == FlowKind::kVoip) {
    flow.packet_bytes = flow.packet_bytes.value_or(kVoicePacketBytes);
    flow.interval_us = flow.interval_us.value_or(kVoiceIntervalUs);
  }
  if (flow.kind == FlowKind::kTrace) {
    complete_trace(flow, pointer);
  }
  if (uses_tcp(flow.kind)) {
    complete_tcp(flow, pointer);
  }
}

void check_flow_names(const std::vector<FlowConfig>& flows) {
  std::map<std::string, std::size_t> first;
  for (std::size_t i = 0; i < flows.size(); ++i) {
    for (const FlowInstance& instance : instances_of(flows[i])) {
      const auto [twin, is_new] = first.emplace(instance.name, i);
      if (!is_new) {
        throw ConfigError("/flows/" + std::to_string(i) + "/name",
                          "makes a flow \"" + instance.name + "\", which \"" +
                              flows[twin->second].name + "\" makes too");
      }
    }
  }
}

}  // namespace docsis_vp::system
