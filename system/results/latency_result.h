// Declares the latency histogram of a service flow as operators read it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace docsis_vp::system {

// Counts over the whole run, like the counters of a MIB.
struct LatencyResult {
  std::vector<double> bin_edges_ms;
  std::vector<std::uint64_t> counts;  // one more than edges
  std::uint64_t updates = 0;          // sum of the counts
  std::uint64_t max_ns = 0;
  // Computed by linear interpolation inside the bin; empty without packets.
  std::optional<double> p50_ms;
  std::optional<double> p99_ms;
  std::optional<double> p99_9_ms;

  template <class Table>
  static void describe(Table& table) {
    using This = LatencyResult;
    table.object("latency_histogram",
                 "Delays of packets in the queue as `queue_delay_ms`, over the whole run, in the "
                 "bins that operators read from a modem or CMTS. [mib.md](mib.md) shows the same "
                 "counts under their MIB names. In a summary of replications they are sums.");
    table.one_line();
    table.field("bin_edges_ms", &This::bin_edges_ms, "ms",
                "Ascending; a delay on an edge belongs to the next bin.");
    table.field("counts", &This::counts, "packets",
                "Packets below the first edge, between edges, above the last.");
    table.field(
        "max_ms",
        [](const This& l) {
          return l.updates == 0 ? std::nullopt
                                : std::optional(static_cast<double>(l.max_ns) / kNsPerMs);
        },
        "ms", "The longest delay.");
    table.field("p50_ms", &This::p50_ms, "ms", "Median from the bins.")
        .details(
            "as operators derive it: linear between the edges of the bin in which it lies, or up "
            "to `max_ms` where that is less. It is off by at most the width of that bin; "
            "`queue_delay_ms` has percentiles within 1 %. The same holds for `p99_ms` and "
            "`p99_9_ms`.");
    table.field("p99_ms", &This::p99_ms, "ms", "99th percentile from the bins.");
    table.field("p99_9_ms", &This::p99_9_ms, "ms", "99.9th percentile from the bins.");
  }

 private:
  static constexpr double kNsPerMs = 1e6;
};

}  // namespace docsis_vp::system
