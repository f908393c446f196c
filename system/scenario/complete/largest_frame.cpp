#include "system/scenario/complete/largest_frame.h"

#include <algorithm>

#include "models/hosts/capture/frame_headers.h"
#include "system/scenario/complete/complete_flow.h"

namespace docsis_vp::system {

namespace {

// Overhead of a segment: the presets' 1460 bytes, 1440 over IPv6, make a frame of 1522.
constexpr std::uint32_t kAroundSegmentBytes = kDefaultLargestFrameBytes - 1460;

std::uint32_t largest_of(const FlowConfig& flow) {
  const TrafficKind& kind = row_of(flow.kind);
  if (kind.uses_tcp) {
    return flow.tcp.mss_bytes.value_or(0) + kAroundSegmentBytes +
           (uses_ipv6(flow) ? kMoreOfIpv6Bytes : 0);
  }
  if (!kind.is_periodic) {
    return kLongestFrameBytes;
  }
  return flow.packet_bytes.value_or(0) + flow.size_jitter_bytes.value_or(0);
}

}  // namespace

std::uint32_t largest_frame_bytes(const Scenario& scenario,
                                  const std::optional<Direction>& direction) {
  std::uint32_t largest = kDefaultLargestFrameBytes;
  for (const FlowConfig& flow : scenario.flows) {
    if (!direction || flow.direction == *direction) {
      largest = std::max(largest, largest_of(flow));
    }
  }
  return largest;
}

}  // namespace docsis_vp::system
