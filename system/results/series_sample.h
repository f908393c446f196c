// Declares the rows of timeseries.csv. Each structure declares its columns in describe(), in the
// order of the file (result_table.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace docsis_vp::system {

// Keys of a row.
struct SeriesKeys {
  double time_s = 0;
  std::string modem;
  std::string service_flow;

  template <class Table>
  static void describe(Table& table) {
    using This = SeriesKeys;
    table.object("rows", "A row for each service flow, and one for each flow that uses TCP.");
    table.field("time_s", &This::time_s, "s", "Time of the row.");
    table.field("modem", &This::modem, "", "The modem's name.");
    table.field("service_flow", &This::service_flow, "", "The service flow's name.")
        .only("a row of a service flow");
  }
};

// The column between those of a service flow and those of TCP.
struct SeriesFlowKey {
  std::string flow;

  template <class Table>
  static void describe(Table& table) {
    table.object("flow_key", "Name of the flow in rows of flows.");
    table.field("flow", &SeriesFlowKey::flow, "", "The flow's name.")
        .only("a row of a flow that uses TCP");
  }
};

// Sample of a service flow.
struct QueueSample {
  std::uint64_t queue_bytes = 0;
  double measured_delay_ms = 0;  // of the last packet that left
  // Delay that the AQM algorithm predicts; empty: no periodic law.
  std::optional<double> predicted_delay_ms;
  std::optional<double> drop_probability;
  // Tokens of the modem's shaper; empty downstream.
  std::optional<std::uint64_t> sustained_tokens_bytes;
  std::optional<std::uint64_t> peak_tokens_bytes;
  // Depths of the rate-shaping queue and of the transmit queue behind it, and the waiting times of
  // the packet that left last; empty with a single queue.
  std::optional<std::uint64_t> shaping_queue_packets;
  std::optional<std::uint64_t> transmit_queue_packets;
  std::optional<double> shaping_delay_ms;
  std::optional<double> transmit_delay_ms;
  // Loads of the modem since its previous row, 0 to 1: share of beats in which the queue memory's
  // port moved data, and of cycles in which the CPU did not sleep.
  std::optional<double> port_load;
  std::optional<double> cpu_load;
  // Packets of the flow that wait for firmware's verdict.
  std::optional<std::uint64_t> hold_packets;
  std::optional<std::uint64_t> hold_bytes;
  // Number since the flow's previous row.
  std::optional<std::uint64_t> missed_grants;
  // Only if the scenario requests the column.
  std::optional<double> departure_rate_mbps;
  std::optional<double> estimated_rate_mbps;
  std::optional<double> rate_error_percent;
  std::optional<double> offered_mbps;
  std::optional<double> sent_mbps;
  std::optional<std::uint64_t> aqm_drops;
  std::optional<std::uint64_t> buffer_drops;
  std::optional<std::uint64_t> ingress_drops;
  std::optional<std::uint64_t> other_drops;

  template <class Table>
  static void describe(Table& table) {
    using This = QueueSample;
    table.object("queue", "A service flow's queue at that instant.");
    const char* const kLaw = "a periodic law, from its first update on";
    const char* const kShaper = "a service flow upstream";
    const char* const kTwoQueues = "`modems[].transmit_queue`";
    table.field("queue_bytes", &This::queue_bytes, "bytes", "Bytes accepted and not yet read out.");
    table
        .field("predicted_delay_ms", &This::predicted_delay_ms, "ms", "Delay that the law expects.")
        .only(kLaw);
    table.field("measured_delay_ms", &This::measured_delay_ms, "ms",
                "Delay of the packet that left last.");
    table.field("drop_probability", &This::drop_probability, "", "Drop probability of the law.")
        .only(kLaw);
    table
        .field("sustained_tokens_bytes", &This::sustained_tokens_bytes, "bytes",
               "Tokens in the bucket of the sustained rate.")
        .only(kShaper);
    table
        .field("peak_tokens_bytes", &This::peak_tokens_bytes, "bytes",
               "Tokens in the bucket of the peak rate.")
        .only(kShaper);
    table
        .field("shaping_queue_packets", &This::shaping_queue_packets, "packets",
               "Packets in the rate-shaping queue.")
        .only(kTwoQueues);
    table
        .field("transmit_queue_packets", &This::transmit_queue_packets, "packets",
               "Packets in the transmit queue.")
        .only(kTwoQueues);
    table
        .field("shaping_delay_ms", &This::shaping_delay_ms, "ms",
               "Wait of the last packet in the shaping queue.")
        .only(kTwoQueues);
    table
        .field("transmit_delay_ms", &This::transmit_delay_ms, "ms",
               "Wait of the last packet in the transmit queue.")
        .only(kTwoQueues);
  }
};

// The columns of a service flow that follow those of TCP.
struct LoadColumns {
  template <class Table>
  static void describe(Table& table) {
    using This = QueueSample;
    table.object("loads", "Loads of the service flow's modem.");
    const char* const kUpstream = "a service flow upstream, from its second row on";
    const char* const kHold = "`drop` firmware, at arrival";
    table
        .field("port_load", &This::port_load, "share",
               "Beats in which queue memory's port moved data, of all.")
        .only(kUpstream)
        .details("since the modem's row before.");
    table
        .field("cpu_load", &This::cpu_load, "share",
               "Cycles in which the CPU did not sleep, of all.")
        .only(kUpstream)
        .details("since the modem's row before; empty without a CPU.");
    table
        .field("hold_packets", &This::hold_packets, "packets",
               "Packets that wait for firmware's verdict.")
        .only(kHold);
    table.field("hold_bytes", &This::hold_bytes, "bytes", "The same in bytes.").only(kHold);
    table
        .field("missed_grants", &This::missed_grants, "grants",
               "Grants missed since the flow's row before.")
        .only(kUpstream);
  }
};

// The optional columns of a service flow, which `stats.columns` selects. They follow all others.
struct AskedColumns {
  template <class Table>
  static void describe(Table& table) {
    using This = QueueSample;
    table.object("asked", "Columns that are there only if asked for.");
    const char* const kBacklog = "packets in the queue, at the flow's row before too";
    table
        .field("departure_rate_mbps", &This::departure_rate_mbps, "Mbit/s",
               "Rate at which the queue drained since the flow's row before.")
        .only(kBacklog);
    const char* const kEstimate = "an algorithm that measures the rate, or tracks it in hardware";
    table
        .field("estimated_rate_mbps", &This::estimated_rate_mbps, "Mbit/s",
               "Departure rate that the AQM algorithm goes by.")
        .only(kEstimate)
        .details(
            "a meter's (`pie` and its flavours with `departure_rate`, `codel_dt` with "
            "`rate_meter`) or a tracker's (`docsis_pie` with `rate_tracking` or `combined`), "
            "cablelabs-2014 appendix A. A tracker takes an interval below its estimate only if "
            "every MAP left a request waiting, so it leans high.");
    table
        .field("rate_error_percent", &This::rate_error_percent, "%",
               "Error of `estimated_rate_mbps` against `departure_rate_mbps`.")
        .only("both of these rates")
        .details(
            "positive: the estimate is too high. The true rate is a mean over "
            "`stats.queue_interval_s`; intervals of a few MAPs show their jitter.");
    const char* const kSecond = "a service flow, from its second row on";
    table
        .field("offered_mbps", &This::offered_mbps, "Mbit/s",
               "Packets that came in since the flow's row before.")
        .only(kSecond);
    table
        .field("sent_mbps", &This::sent_mbps, "Mbit/s",
               "Bytes that left the queue since the flow's row before.")
        .only(kSecond);
    const auto drops = [&table, kSecond](const char* name,
                                         std::optional<std::uint64_t> This::*value,
                                         const char* sentence) {
      table.field(name, value, "packets", sentence).only(kSecond);
    };
    drops("aqm_drops", &This::aqm_drops, "Packets that the AQM dropped since the row before.");
    drops("buffer_drops", &This::buffer_drops,
          "Packets that found no room in the buffer, since the row before.");
    drops("ingress_drops", &This::ingress_drops,
          "Packets lost before queue memory's port or in the hold, since the row before.");
    drops("other_drops", &This::other_drops,
          "Oversize packets, and those whose requests were given up, since the row before.");
  }
};

// Sums over the open connections of a flow.
struct TcpSample {
  std::uint64_t cwnd_bytes = 0;
  std::optional<std::uint64_t> ssthresh_bytes;  // none: at least one is still unlimited
  std::uint64_t flight_bytes = 0;
  std::optional<double> srtt_ms;  // their mean

  template <class Table>
  static void describe(Table& table) {
    using This = TcpSample;
    table.object("tcp_windows", "Open connections of a flow, together.");
    const char* const kTcp = "a row of a flow that uses TCP";
    table.field("cwnd_bytes", &This::cwnd_bytes, "bytes", "Sum of congestion windows.").only(kTcp);
    table.field("ssthresh_bytes", &This::ssthresh_bytes, "bytes", "Sum of slow-start thresholds.")
        .only(kTcp)
        .details("empty while a connection is in its first slow start.");
    table.field("flight_bytes", &This::flight_bytes, "bytes", "Bytes in flight: RFC 6675's pipe.")
        .only(kTcp);
    table.field("srtt_ms", &This::srtt_ms, "ms", "Mean of the smoothed round trips.").only(kTcp);
  }
};

}  // namespace docsis_vp::system
