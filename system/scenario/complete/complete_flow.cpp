#include "system/scenario/complete/complete_flow.h"

#include <algorithm>
#include <map>

#include "platform/base/errors.h"
#include "system/json/writer.h"
#include "system/scenario/complete/check_tcp.h"
#include "system/scenario/derive/classifier_rule.h"
#include "system/scenario/fields/traffic_kind.h"

namespace docsis_vp::system {

namespace {

void check_headers(const FlowConfig& flow, const std::string& pointer) {
  const auto address = [&](const std::optional<std::string>& text, const char* key) {
    const auto parsed = text ? parse_address(*text) : std::nullopt;
    if (text && !parsed) {
      throw ConfigError(pointer + key, "expected an IPv4 or IPv6 address, got \"" + *text + "\"");
    }
    return parsed ? parsed->version : 4;
  };
  if (address(flow.lan_address, "/lan_address") != address(flow.wan_address, "/wan_address")) {
    throw ConfigError(pointer + "/lan_address", "expected the IP version of wan_address");
  }
  if (flow.lan_address && (flow.service_flow || flow.return_service_flow)) {
    throw ConfigError(pointer + "/lan_address",
                      "cannot be combined with service_flow, which gives the host its own address");
  }
}

void complete_tcp(FlowConfig& flow, const std::string& pointer) {
  if (!flow.congestion_control) {
    flow.congestion_control = row_of(flow.kind).congestion_control;
  }
  if (!flow.congestion_control) {
    const bool is_linux =
        flow.tcp.preset == TcpPreset::kLinux || flow.tcp.preset == TcpPreset::kNs2LinuxCubic;
    flow.congestion_control = is_linux ? CongestionChoice::kCubic : CongestionChoice::kReno;
  }
  check_tcp(flow, pointer + "/tcp");
}

}  // namespace

bool uses_ipv6(const FlowConfig& flow) {
  const auto address = flow.lan_address ? parse_address(*flow.lan_address) : std::nullopt;
  return address && address->version == 6;
}

void check_packet_bytes(const FlowConfig& flow, const std::string& pointer) {
  constexpr unsigned kLeastBytes = 64;
  constexpr unsigned kMostBytes = 2'000;
  constexpr unsigned kLeastIpv6Bytes = 18 + 40 + 8;  // Ethernet, IPv6, UDP
  const unsigned jitter = flow.size_jitter_bytes.value_or(0);
  const unsigned room = std::min(*flow.packet_bytes - kLeastBytes, kMostBytes - *flow.packet_bytes);
  if (jitter > room) {
    throw ConfigError(pointer + "/size_jitter_bytes",
                      "expected at most " + std::to_string(room) + ", sizes are 64 to 2000 bytes");
  }
  if (uses_ipv6(flow) && *flow.packet_bytes - jitter < kLeastIpv6Bytes) {
    throw ConfigError(pointer + "/packet_bytes",
                      "expected at least 66 bytes, which the headers of UDP over IPv6 take");
  }
}

void complete_flow(FlowConfig& flow, const Extensions& extensions, const std::string& pointer) {
  check_headers(flow, pointer);
  if (flow.stop_s && *flow.stop_s <= flow.start_s + flow.start_spread_s) {
    throw ConfigError(pointer + "/stop_s",
                      "expected a time after start_s, got " + json_number(*flow.stop_s) + " s");
  }
  const TrafficKind& kind = row_of(flow.kind);
  if (kind.uses_tcp) {
    complete_tcp(flow, pointer);
  }
  if (kind.complete != nullptr) {
    kind.complete(flow, extensions, pointer);
  }
}

void complete_flows_in(Scenario& written, const Scenario& all) {
  for (const TrafficKind* kind : traffic_kinds()) {
    if (kind->complete_in != nullptr) {
      kind->complete_in(written, all);
    }
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
