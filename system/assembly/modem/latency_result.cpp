#include "system/assembly/modem/latency_result.h"

#include <optional>

#include "system/scenario/fields/latency_histogram.h"

namespace docsis_vp::system {

namespace {

constexpr double kNsPerMs = 1e6;

std::optional<double> quantile_ms(const queue::LatencyRecord& record, std::uint32_t millionths) {
  if (record.counts.updates == 0) {
    return std::nullopt;
  }
  const std::uint64_t nanoseconds =
      latency_histogram_quantile_ns(&record.counts, &record.edges, millionths);
  return static_cast<double>(nanoseconds) / kNsPerMs;
}

}  // namespace

LatencyResult latency_result(const queue::LatencyRecord& record) {
  LatencyResult result;
  result.bin_edges_ms = LatencyHistogramConfig(record.edges).bin_edges_ms;
  result.counts.assign(record.counts.bins, record.counts.bins + record.edges.edges + 1);
  result.updates = record.counts.updates;
  result.max_ns = record.counts.max_ns;
  result.p50_ms = quantile_ms(record, 500'000);
  result.p99_ms = quantile_ms(record, 990'000);
  result.p99_9_ms = quantile_ms(record, 999'000);
  return result;
}

}  // namespace docsis_vp::system
