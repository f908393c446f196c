#include "system/scenario/fields/latency_histogram.h"

#include <cmath>

#include "platform/base/errors.h"
#include "system/json/writer.h"
#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

namespace {

constexpr double kEdgesPerMs = 100;  // LATENCY_HISTOGRAM_EDGE_NS: 0.01 ms
constexpr double kLeastEdgeMs = 0.01;
constexpr double kLargestEdgeMs = 655.35;  // 16 bits

// Returns 0 for a time that is no multiple of the unit.
std::uint16_t in_units(double milliseconds) {
  constexpr double kRounding = 1e-6;
  const double exact = milliseconds * kEdgesPerMs;
  const double units = std::round(exact);
  return std::abs(exact - units) < kRounding ? static_cast<std::uint16_t>(units) : 0;
}

}  // namespace

LatencyHistogramConfig::LatencyHistogramConfig()
    : LatencyHistogramConfig(latency_histogram_usual()) {}

LatencyHistogramConfig::LatencyHistogramConfig(const latency_histogram_config& edges) {
  for (std::uint32_t i = 0; i < edges.edges; ++i) {
    bin_edges_ms.push_back(edges.edge_10us[i] / kEdgesPerMs);
  }
}

latency_histogram_config LatencyHistogramConfig::edges(const std::string& pointer) const {
  const std::string key = pointer + "/bin_edges_ms";
  if (bin_edges_ms.size() > LATENCY_HISTOGRAM_EDGES_MAX) {
    throw ConfigError(key, "expected 1 to " + std::to_string(LATENCY_HISTOGRAM_EDGES_MAX) +
                               " edges, got " + std::to_string(bin_edges_ms.size()));
  }
  latency_histogram_config result{};
  for (const double edge : bin_edges_ms) {
    const std::string at = key + "/" + std::to_string(result.edges);
    const std::uint16_t units = in_units(edge);
    if (units == 0) {
      throw ConfigError(bin_edges_ms.size() == 1 ? key : at,
                        "expected a multiple of 0.01 ms, got " + json_number(edge));
    }
    if (result.edges > 0 && units <= result.edge_10us[result.edges - 1]) {
      throw ConfigError(at, "expected more than the edge before it, got " + json_number(edge));
    }
    result.edge_10us[result.edges++] = units;
  }
  return result;
}

const Table<LatencyHistogramConfig>& latency_histogram_table() {
  static const Table<LatencyHistogramConfig> table = [] {
    Table<LatencyHistogramConfig> t("latency_histogram",
                                    "The histogram of queueing delays that a modem or CMTS keeps "
                                    "of a service flow, and that operators read.");
    t.numbers("bin_edges_ms", &LatencyHistogramConfig::bin_edges_ms, kLeastEdgeMs, kLargestEdgeMs)
        .unit("ms")
        .source("MULPI TLV 24.40.6, 25.40.6; edges: a public operator tool")
        .says(
            "Edges of the bins: 1 to 15, ascending, multiples of 0.01 ms. A packet on an edge "
            "belongs to the next bin; the last bin has no end.");
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
