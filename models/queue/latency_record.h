// Keeps the latency histogram of a service flow with its bin edges, as a modem or CMTS does.
#pragma once

#include "models/aqm/dual_queue/latency_histogram.h"
#include "platform/base/time.h"

namespace docsis_vp::queue {

struct LatencyRecord {
  latency_histogram_config edges = latency_histogram_usual();
  latency_histogram counts{};

  // Counts a packet. latency: 0 or more; a part of a nanosecond is cut off.
  void add(TimePs latency) {
    latency_histogram_count(&counts, &edges, static_cast<std::uint64_t>(latency / kPsPerNs));
  }
};

}  // namespace docsis_vp::queue
