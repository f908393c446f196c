// Declares the configuration of the latency histogram that operators read of a service flow.
#pragma once

#include <string>
#include <vector>

#include "models/aqm/dual_queue/latency_histogram.h"
#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

struct LatencyHistogramConfig {
  // 1..15, ascending multiples of 0.01 up to 655.35. Default: latency_histogram_usual().
  std::vector<double> bin_edges_ms;

  LatencyHistogramConfig();
  explicit LatencyHistogramConfig(const latency_histogram_config& edges);

  // Returns the edges in the modem's unit. Throws ConfigError at an edge that is not a multiple of
  // 0.01 ms or does not ascend, and for more than 15 edges. pointer: of the object.
  latency_histogram_config edges(const std::string& pointer) const;
};

const Table<LatencyHistogramConfig>& latency_histogram_table();

}  // namespace docsis_vp::system
