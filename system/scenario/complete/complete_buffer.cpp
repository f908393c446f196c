#include "system/scenario/complete/complete_buffer.h"

#include <algorithm>
#include <cmath>

#include "platform/base/errors.h"
#include "system/json/writer.h"
#include "system/scenario/complete/largest_frame.h"
#include "system/scenario/derive/instances.h"

namespace docsis_vp::system {

namespace {

constexpr double kDefaultMs = 250;          // cablelabs-2014 sec. 9
constexpr double kBytesPerMegabitMs = 125;  // of 1 Mbit/s in a millisecond
constexpr double kLargestFrame = kDefaultLargestFrameBytes;
constexpr std::uint64_t kDefaultSharedBytes = 4U
                                              << 20;  // default of the CMTS's queue for all modems

// Limited to the range of the key.
std::uint64_t bytes_for(unsigned packets, const Scenario& scenario) {
  constexpr std::uint64_t kMostBytes = 4'000'000'000;
  return std::min(std::uint64_t{packets} * largest_frame_bytes(scenario), kMostBytes);
}

}  // namespace

double buffer_bytes_of(const ServiceFlowConfig& flow, const std::optional<double>& milliseconds) {
  const double per_ms = flow.nominal_rate_mbps() * kBytesPerMegabitMs;
  return milliseconds ? std::round(*milliseconds * per_ms)
                      : std::max(kLargestFrame, std::round(kDefaultMs * per_ms));
}

void complete_buffer(ServiceFlowConfig& flow, const Scenario& scenario,
                     const std::string& pointer) {
  if (flow.buffer_ms && flow.buffer_bytes) {
    throw ConfigError(pointer + "/buffer_bytes", "cannot be combined with buffer_ms");
  }
  if (flow.buffer_bytes) {
    return;
  }
  if (flow.buffer_packets && !flow.buffer_ms) {
    flow.buffer_bytes = bytes_for(*flow.buffer_packets, scenario);
    return;
  }
  const double bytes = buffer_bytes_of(flow, flow.buffer_ms);
  if (bytes < kLargestFrame || bytes > UINT32_MAX) {
    throw ConfigError(pointer + "/buffer_ms", "makes a buffer of " + json_number(bytes) +
                                                  " bytes, expected 1522 to 4294967295 bytes");
  }
  flow.buffer_bytes = static_cast<std::uint64_t>(bytes);
  flow.buffer_ms.reset();
}

void complete_buffer(DownstreamQueueConfig& queue, const Scenario& scenario) {
  if (!queue.buffer_bytes) {
    queue.buffer_bytes =
        queue.buffer_packets ? bytes_for(*queue.buffer_packets, scenario) : kDefaultSharedBytes;
  }
}

unsigned default_descriptors(const Scenario& scenario, const ModemConfig& modem) {
  std::uint64_t most = kDefaultDescriptors;
  const auto add = [&](const ServiceFlowConfig& flow) {
    if (flow.direction == Direction::kUpstream) {
      const std::uint64_t bytes = std::min(*flow.buffer_bytes, modem.queue_memory.capacity_bytes);
      const std::uint64_t filling = (bytes + kMeanPacketBytes - 1) / kMeanPacketBytes;
      most = std::max(most,
                      std::min<std::uint64_t>(filling, flow.buffer_packets.value_or(UINT32_MAX)));
    }
  };
  for (const ServiceFlowConfig& flow : scenario.service_flows) {
    if (is_of(flow, modem)) {
      add(flow);
    }
  }
  std::for_each(modem.provisioned.service_flows.begin(), modem.provisioned.service_flows.end(),
                add);
  return static_cast<unsigned>(std::min<std::uint64_t>(most, kMostDescriptors));
}

void limit_packets(std::optional<unsigned>& buffer_packets, const AqmConfig& aqm) {
  const queue::Manager* const manager = aqm.manager();
  if (!buffer_packets && manager != nullptr && manager->buffer_packets != 0) {
    buffer_packets = manager->buffer_packets;
  }
}

}  // namespace docsis_vp::system
