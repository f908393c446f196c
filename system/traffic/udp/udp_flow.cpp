#include <string>

#include "platform/base/errors.h"
#include "system/assembly/traffic/periodic.h"
#include "system/json/writer.h"
#include "system/scenario/complete/complete_flow.h"
#include "system/scenario/derive/fill.h"
#include "system/scenario/fields/traffic_kind.h"

namespace docsis_vp::system {

extern const TrafficKind kUdpKind;

namespace {

void complete_udp(FlowConfig& flow, const Extensions&, const std::string& pointer) {
  constexpr unsigned kPacketBytes = 1500;
  constexpr double kBitsPerOctet = 8;
  constexpr double kUsPerMs = 1000;
  fill(flow.size_jitter_bytes, 0U);
  fill(flow.jitter_percent, 0.0);
  flow.packet_bytes = flow.packet_bytes.value_or(kPacketBytes);
  check_packet_bytes(flow, pointer);
  if (flow.interval_us && flow.rate_mbps) {
    throw ConfigError(pointer + "/rate_mbps", "cannot be combined with interval_us");
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

}  // namespace

constexpr TrafficKind kUdpKind = [] {
  TrafficKind kind;
  kind.name = "udp";
  kind.is_periodic = true;
  kind.sizes_vary = true;
  kind.has_rate = true;
  kind.periodic = {"1500", "0", {}, "0", {}};
  kind.complete = complete_udp;
  kind.make = make_periodic_flow;
  return kind;
}();

}  // namespace docsis_vp::system
