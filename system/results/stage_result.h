// Divides the one-way delay of packets into stages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace docsis_vp::system {

// Means over packets. The stages add up to one_way_ms.
struct StageMeans {
  double one_way_ms = 0;
  double host_ms = 0;
  std::optional<double> verdict_ms;  // upstream, as request_ms, grant_ms, burst_ms, cmts_ms
  double queue_ms = 0;
  std::optional<double> request_ms;
  std::optional<double> grant_ms;
  std::optional<double> burst_ms;
  double rf_ms = 0;
  std::optional<double> cmts_ms;
  double network_ms = 0;
  double first_s = 0;  // creation times of the first and the last of the packets
  double last_s = 0;

  template <class Table>
  static void describe(Table& table) {
    using This = StageMeans;
    table.object("stage_means",
                 "Stages of the delay, means over packets. They add up to `one_way_ms`.");
    table.one_line();
    const char* const kUpstream = "a direction of upstream";
    table.field("one_way_ms", &This::one_way_ms, "ms", "From the source to the packet's end.");
    table.field("host_ms", &This::host_ms, "ms",
                "Host and its line: until the modem's LAN port, or the CMTS's WAN port, has it.");
    table
        .field("verdict_ms", &This::verdict_ms, "ms",
               "Until its verdict: port of queue memory, firmware's hold.")
        .only(kUpstream);
    table.field("queue_ms", &This::queue_ms, "ms",
                "Behind other packets and for the shaper's tokens.");
    table
        .field("request_ms", &This::request_ms, "ms",
               "From its release by the shaper to the burst with its request.")
        .only(kUpstream);
    table
        .field("grant_ms", &This::grant_ms, "ms",
               "From the request to the building of the granted burst.")
        .only(kUpstream)
        .details("Without a request of its own, it begins with the packet's release.");
    table
        .field("burst_ms", &This::burst_ms, "ms",
               "From there to the burst's first symbol, reads of queue memory included.")
        .only(kUpstream);
    table.field("rf_ms", &This::rf_ms, "ms", "On the cable: transmission and propagation.");
    table.field("cmts_ms", &This::cmts_ms, "ms", "Reassembly in the CMTS.").only(kUpstream);
    table.field("network_ms", &This::network_ms, "ms",
                "The rest: network behind the CMTS, or LAN behind the modem.");
    table.field("first_s", &This::first_s, "s", "When the first of them was created.");
    table.field("last_s", &This::last_s, "s", "When the last of them was created.");
  }
};

// Packets of a flow, or of a service flow.
struct StageResult {
  std::optional<std::string> flow;  // empty: the result is of a service flow
  std::optional<std::string> service_flow;
  std::string modem;
  std::string direction;
  std::uint64_t packets = 0;
  std::optional<StageMeans> mean;  // empty without packets, as is the next
  std::optional<StageMeans> around_p99;

  template <class Table>
  static void describe(Table& table) {
    using This = StageResult;
    table.object("delay_stages",
                 "Where the delay of delivered packets goes that were created after the warm-up. "
                 "Flows come first, service flows after them.");
    table.field("flow", &This::flow, "", "The flow's name.").only("a flow");
    table.field("service_flow", &This::service_flow, "", "The service flow's name.")
        .only("a service flow");
    table.field("modem", &This::modem, "", "The modem's name.");
    table.field("direction", &This::direction, "", "Direction of the packets.")
        .one_of({"upstream", "downstream"});
    table.field("packets", &This::packets, "packets", "Packets that arrived.");
    table.field("mean", &This::mean, "", "Means over all of them.");
    table.field("around_p99", &This::around_p99, "", "Means over the slow ones.")
        .details(
            "Packets between the percentiles 98.5 and 99.5 of `one_way_ms`. Packets of nearly "
            "equal delay, within 1/64 of it, are kept together as sums. Where a "
            "percentile falls among such, their mean counts with the share that lies inside.");
  }
};

}  // namespace docsis_vp::system
