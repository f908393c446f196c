#include "system/scenario/complete_buffer.h"

#include <algorithm>
#include <cmath>

#include "platform/base/errors.h"
#include "system/json/writer.h"

namespace docsis_vp::system {

namespace {

constexpr double kUsualMs = 250;            // cablelabs-2014 sec. 9
constexpr double kBytesPerMegabitMs = 125;  // of 1 Mbit/s in a millisecond
constexpr double kLargestFrame = 1522;

}  // namespace

double buffer_bytes_of(const ServiceFlowConfig& flow, const std::optional<double>& milliseconds) {
  const double per_ms = flow.usual_rate_mbps() * kBytesPerMegabitMs;
  return milliseconds ? std::round(*milliseconds * per_ms)
                      : std::max(kLargestFrame, std::round(kUsualMs * per_ms));
}

void complete_buffer(ServiceFlowConfig& flow, const std::string& pointer) {
  if (flow.buffer_ms && flow.buffer_bytes) {
    throw ConfigError(pointer + "/buffer_bytes", "excludes buffer_ms, give one of them");
  }
  if (flow.buffer_bytes) {
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

}  // namespace docsis_vp::system
