#include "system/scenario/complete/complete_flow.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "models/hosts/trace_source/chosen_frames.h"
#include "platform/base/errors.h"
#include "platform/base/files.h"
#include "platform/base/time.h"
#include "system/json/writer.h"
#include "system/scenario/complete/check_tcp.h"
#include "system/scenario/complete/complete_custom.h"
#include "system/scenario/derive/classifier_rule.h"
#include "system/scenario/derive/fill.h"
#include "system/scenario/derive/ip_prefix.h"
#include "system/scenario/derive/trace_filter.h"

namespace docsis_vp::system {

namespace {

constexpr unsigned kDataPacketBytes = 1500;
// 160 G.711, 12 RTP, 8 UDP, 20 IP, 18 Ethernet: cablelabs-2012 sec. 3.2.2, cablelabs-2014.
constexpr unsigned kVoicePacketBytes = 218;
constexpr double kVoiceIntervalUs = 20'000;
// docsis-ns3, residential traffic: up 128 +- 20 bytes every 33 +- 3 ms, down 450 +- 120 bytes every
// 33 +- 5 ms.
constexpr unsigned kGameUpBytes = 128;
constexpr unsigned kGameUpSizeJitter = 20;
constexpr unsigned kGameDownBytes = 450;
constexpr unsigned kGameDownSizeJitter = 120;
constexpr double kGameIntervalUs = 33'000;
constexpr double kGameUpJitterUs = 3'000;
constexpr double kGameDownJitterUs = 5'000;
constexpr double kBitsPerOctet = 8;
constexpr double kUsPerMs = 1000;

// "a", "b"
std::string list_of(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) {
    list += (list.empty() ? "" : ", ") + json_string(name);
  }
  return list;
}

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
                      "excludes service_flow, which gives the host an address of its own");
  }
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

void complete_game(FlowConfig& flow, const std::string& pointer) {
  constexpr double kPercent = 100;
  const bool upstream = flow.direction == Direction::kUpstream;
  fill(flow.packet_bytes, upstream ? kGameUpBytes : kGameDownBytes);
  fill(flow.size_jitter_bytes, upstream ? kGameUpSizeJitter : kGameDownSizeJitter);
  fill(flow.interval_us, kGameIntervalUs);
  fill(flow.jitter_percent,
       (upstream ? kGameUpJitterUs : kGameDownJitterUs) / kGameIntervalUs * kPercent);
  check_packet_bytes(flow, pointer);
}

void complete_udp(FlowConfig& flow, const std::string& pointer) {
  fill(flow.size_jitter_bytes, 0U);
  fill(flow.jitter_percent, 0.0);
  flow.packet_bytes = flow.packet_bytes.value_or(kDataPacketBytes);
  check_packet_bytes(flow, pointer);
  if (flow.interval_us && flow.rate_mbps) {
    throw ConfigError(pointer + "/rate_mbps", "excludes interval_us, give one of them");
  }
  if (flow.rate_mbps) {
    flow.interval_us = kBitsPerOctet * *flow.packet_bytes / *flow.rate_mbps;
    if (*flow.interval_us < kLeastIntervalUs) {
      throw ConfigError(
          pointer + "/rate_mbps",
          "expected at most " + json_number(kBitsPerOctet * *flow.packet_bytes / kLeastIntervalUs) +
              ", packets of " + std::to_string(*flow.packet_bytes) + " bytes every " +
              json_number(kLeastIntervalUs) + " us, got " + json_number(*flow.rate_mbps));
    }
    flow.rate_mbps.reset();
  }
  if (!flow.interval_us) {
    throw ConfigError(pointer, "the key \"interval_us\" or \"rate_mbps\" is missing");
  }
  if (flow.on_ms.has_value() != flow.off_ms.has_value()) {
    throw ConfigError(
        pointer, std::string("the key \"") + (flow.on_ms ? "off_ms" : "on_ms") + "\" is missing");
  }
  if (flow.on_ms && *flow.on_ms * kUsPerMs < *flow.interval_us) {
    throw ConfigError(pointer + "/on_ms",
                      "expected at least the time from one packet to the next, " +
                          json_number(*flow.interval_us) + " us");
  }
}

// Selects the interface where the flow's packets enter, for a capture that this program wrote.
void choose_interface(FlowConfig& flow, const std::string& pointer) {
  constexpr std::string_view kOwnApplication = "docsis-vp ";
  hosts::CaptureReader reader(flow.file);
  reader.next();  // a section's names come before its first packet
  if (!flow.interface.empty() || reader.application().rfind(kOwnApplication, 0) != 0) {
    return;
  }
  flow.interface = own_interface(flow, reader.interface_names());
  if (flow.interface.empty()) {
    throw ConfigError(pointer + "/interface", "expected one of those that " + flow.file +
                                                  " has: " + list_of(reader.interface_names()));
  }
}

// Names the key that excludes all packets of the capture. names: the interfaces of the capture.
ConfigError no_packet_error(const FlowConfig& flow, const hosts::CaptureReader& reader,
                            const std::string& pointer) {
  const std::vector<std::string>& names = reader.interface_names();
  bool is_known = std::find(names.begin(), names.end(), flow.interface) != names.end();
  for (std::size_t number = 0; number < names.size(); ++number) {
    is_known = is_known || flow.interface == std::to_string(number);
  }
  if (!flow.interface.empty() && !is_known) {
    return {pointer + "/interface", "no packet of " + flow.file + " is of interface \"" +
                                        flow.interface + "\"" +
                                        (names.empty() ? "" : ", it has " + list_of(names))};
  }
  if (!flow.ip_source.empty()) {
    return {pointer + "/ip_source", "no packet of " + flow.file + " comes from " + flow.ip_source};
  }
  const std::string where = reader.cut_at() ? ", it ends within the first one" : "";
  return {pointer + "/file", flow.file + ": no packet to replay" + where};
}

// Reads up to the first packet, or to the end if there is none.
void check_capture(const FlowConfig& flow, const std::string& pointer) {
  hosts::ChosenFrames frames(flow.file, trace_filter(flow));
  if (!frames.next()) {
    throw no_packet_error(flow, frames.reader(), pointer);
  }
}

void complete_trace(FlowConfig& flow, const std::string& pointer) {
  if (!is_file(flow.file)) {
    throw ConfigError(pointer + "/file", is_folder(flow.file)
                                             ? flow.file + ": is a folder, expected a file"
                                             : "there is no file " + flow.file);
  }
  if (!flow.ip_source.empty() && !parse_prefix(flow.ip_source)) {
    throw ConfigError(pointer + "/ip_source",
                      "expected an IPv4 or IPv6 address or prefix, got \"" + flow.ip_source + "\"");
  }
  try {
    choose_interface(flow, pointer);
    check_capture(flow, pointer);
  } catch (const ConfigError&) {
    throw;
  } catch (const InputError& error) {
    throw ConfigError(pointer + "/file", error.what());
  }
}

// Checks has/buffer_s and similar keys, in the order in which the model reads them.
void check_has(const HasSettings& has, const std::string& pointer) {
  for (std::size_t i = 1; i < has.rates_mbps.size(); ++i) {
    if (has.rates_mbps[i] <= has.rates_mbps[i - 1]) {
      throw ConfigError(
          pointer + "/rates_mbps/" + std::to_string(i),
          "expected more than the rate before, got " + json_number(has.rates_mbps[i]) + " Mbit/s");
    }
  }
  const TimePs buffer = from_seconds(*has.buffer_s);
  const TimePs segment = from_seconds(*has.segment_s);
  const TimePs fit = buffer / segment;
  if (fit < 2) {
    throw ConfigError(pointer + "/buffer_s", "expected room for at least two segments of " +
                                                 json_number(*has.segment_s) + " s");
  }
  if (has.start_segments > fit || has.resume_segments > fit) {
    throw ConfigError(pointer + (has.start_segments > fit ? "/start_segments" : "/resume_segments"),
                      "expected at most the segments that fit the buffer, " + std::to_string(fit));
  }
  if (has.refill_below_s && from_seconds(*has.refill_below_s) > buffer - segment) {
    throw ConfigError(pointer + "/refill_below_s", "expected at most a segment below buffer_s");
  }
  if (has.rule == HasRuleChoice::kBufferBased &&
      from_seconds(*has.reservoir_s) + from_seconds(*has.cushion_s) > buffer) {
    throw ConfigError(pointer, "expected a reservoir_s and cushion_s that fit buffer_s, " +
                                   json_number(*has.buffer_s) + " s, got " +
                                   json_number(*has.reservoir_s) + " s and " +
                                   json_number(*has.cushion_s) + " s");
  }
}

void check_web(const WebSettings& web, const std::string& pointer) {
  constexpr std::size_t kServersOfAppendixA = 4;
  constexpr unsigned kObjectsOfAppendixA = 25;
  if (web.sizes == PageSizes::kAppendixA && (web.server_rtts_ms.size() != kServersOfAppendixA ||
                                             web.objects_per_server != kObjectsOfAppendixA)) {
    throw ConfigError(pointer + "/sizes", "appendix_a has 25 objects on each of 4 servers");
  }
  if (web.sizes == PageSizes::kLogNormal && web.page_bytes <= web.html_bytes) {
    throw ConfigError(pointer + "/page_bytes", "expected more than html_bytes");
  }
}

void complete_tcp(FlowConfig& flow, const std::string& pointer) {
  if (!flow.congestion_control && flow.kind == FlowKind::kLedbat) {
    flow.congestion_control = CongestionChoice::kLedbat;
  }
  if (!flow.congestion_control) {
    const bool is_linux =
        flow.tcp.preset == TcpPreset::kLinux || flow.tcp.preset == TcpPreset::kNs2LinuxCubic;
    flow.congestion_control = is_linux ? CongestionChoice::kCubic : CongestionChoice::kReno;
  }
  check_tcp(flow, pointer + "/tcp");
  if (flow.kind == FlowKind::kTcp && !flow.bytes &&
      (flow.pause_s > 0 || flow.transfers || flow.persistent)) {
    throw ConfigError(pointer + (flow.transfers    ? "/transfers"
                                 : flow.persistent ? "/persistent"
                                                   : "/pause_s"),
                      "has a meaning only with bytes");
  }
}

}  // namespace

bool uses_ipv6(const FlowConfig& flow) {
  const auto address = flow.lan_address ? parse_address(*flow.lan_address) : std::nullopt;
  return address && address->version == 6;
}

void complete_flow(FlowConfig& flow, const Extensions& extensions, const std::string& pointer) {
  check_headers(flow, pointer);
  if (flow.stop_s && *flow.stop_s <= flow.start_s + flow.start_spread_s) {
    throw ConfigError(pointer + "/stop_s",
                      "expected a time after start_s, got " + json_number(*flow.stop_s) + " s");
  }
  if (flow.kind == FlowKind::kUdp) {
    complete_udp(flow, pointer);
  }
  if (flow.kind == FlowKind::kGame) {
    complete_game(flow, pointer);
  }
  if (flow.kind == FlowKind::kVoip) {
    fill(flow.jitter_percent, 0.0);
    flow.packet_bytes = flow.packet_bytes.value_or(kVoicePacketBytes);
    check_packet_bytes(flow, pointer);
    flow.interval_us = flow.interval_us.value_or(kVoiceIntervalUs);
  }
  if (flow.kind == FlowKind::kTrace) {
    complete_trace(flow, pointer);
  }
  if (flow.kind == FlowKind::kCustom) {
    complete_custom_flow(flow, extensions, pointer);
  }
  if (uses_tcp(flow.kind)) {
    complete_tcp(flow, pointer);
  }
  if (flow.kind == FlowKind::kHas) {
    complete_has(flow.has);
    check_has(flow.has, pointer + "/has");
  }
  if (flow.kind == FlowKind::kWeb) {
    check_web(flow.web, pointer + "/web");
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
