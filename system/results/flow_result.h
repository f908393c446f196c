// Declares the results of one flow, and of a group of flows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "platform/base/histogram.h"
#include "platform/base/time.h"
#include "system/results/kind_result.h"
#include "system/results/spread.h"

namespace docsis_vp::system {

// TCP counters over the whole run, all connections together.
struct TransportResult {
  std::uint64_t connections = 0;
  std::uint64_t failures = 0;  // handshakes given up, or reset
  std::uint64_t data_segments = 0;
  std::uint64_t retransmissions = 0;  // part of data_segments
  std::uint64_t recoveries = 0;
  std::uint64_t timeouts = 0;
  std::uint64_t ecn_reductions = 0;

  template <class Table>
  static void describe(Table& table) {
    using This = TransportResult;
    table.object("tcp", "Figures of TCP over the whole run, all connections of a flow together.");
    table.field("connections", &This::connections, "", "Connections begun.");
    table.field("failed_connections", &This::failures, "", "Handshakes given up, or reset.");
    table.field("data_segments", &This::data_segments, "segments", "Segments sent with payload.");
    table.field("retransmissions", &This::retransmissions, "segments", "Data segments sent again.");
    table.field("recoveries", &This::recoveries, "", "Fast recoveries begun.");
    table.field("timeouts", &This::timeouts, "", "Timeouts of the retransmission timer.");
    table.field("ecn_reductions", &This::ecn_reductions, "", "Reductions of the window for marks.");
  }
};

// Packets are those of the flow's direction. Values count after the warm-up, except packet counters
// and the series.
struct FlowResult {
  std::string name;
  std::string kind;
  std::string group;  // empty: no group
  std::string direction;
  unsigned flows = 1;  // more in a group

  std::uint64_t sent_packets = 0;
  std::uint64_t lost_packets = 0;  // will never arrive
  std::uint64_t host_drops = 0;    // part of lost_packets: in the host behind the modem
  std::uint64_t measured_sent = 0;
  std::uint64_t measured_lost = 0;
  std::uint64_t received_packets = 0;
  std::uint64_t ce_marks = 0;
  double goodput_mbps = 0;                  // TCP: payload in order; else Ethernet frames
  std::vector<double> goodput_series_mbps;  // per stats.goodput_interval_s, from 0 on
  Histogram one_way_ps;
  Histogram host_wait_ps;  // upstream: frames that wait for the line to the modem
  Histogram rtt_ps;        // as TCP measures it

  std::optional<double> demand_mbps;  // infinite: unlimited; empty: not divided
  double weight = 1;
  // Index in SharedRates of the service flow whose rate bounds the share; empty: none in its
  // direction.
  std::optional<std::size_t> service_flow;
  std::optional<double> fair_share_mbps;
  std::optional<double> weighted_share_mbps;

  std::optional<TransportResult> transport;
  KindResults figures;
  // Values of custom hosts.
  std::vector<std::pair<std::string, double>> measures;

  std::optional<double> loss_percent() const;

  template <class Table>
  static void describe(Table& table);
};

// The keys of a flow that a group of flows has as well.
struct FlowMeasures {
  template <class Table>
  static void describe(Table& table);

  static const void* figures_of(const FlowResult& flow, const KindResultType& type) {
    return flow.figures.find(type.type());
  }
};

// Fairness among flows, from the ratios of goodput to fair share.
struct FairnessResult {
  std::optional<double> jain_index;
  std::optional<double> min_max_ratio;
  std::optional<double> weighted_jain_index;
  std::optional<double> weighted_min_max_ratio;

  template <class Table>
  static void describe(Table& table) {
    using This = FairnessResult;
    table.object("evenness",
                 "How evenly flows got what was due to them: ratios of goodput to share.");
    table.field("jain_index", &This::jain_index, "", "Jain's index of the ratios.").shown();
    table.field("min_max_ratio", &This::min_max_ratio, "", "Smallest ratio over the largest.")
        .shown();
    table.field("weighted_jain_index", &This::weighted_jain_index, "",
                "Jain's index with shares by `weight`.");
    table.field("weighted_min_max_ratio", &This::weighted_min_max_ratio, "",
                "The same ratio with shares by `weight`.");
  }
};

struct GroupResult {
  FlowResult total;  // its flows together: goodput summed, qualities averaged
  double goodput_mean_mbps = 0;
  std::optional<double> goodput_deviation_mbps;  // between flows, n - 1
  std::optional<double> loss_mean_percent;       // between the flows that sent packets
  std::optional<double> loss_deviation_percent;
  FairnessResult fairness;
  // Excess of the mean goodput over the mean fair share.
  std::optional<double> application_bias_percent;

  template <class Table>
  static void describe(Table& table) {
    using This = GroupResult;
    table.object("group", "Flows with one `group`: sums, and averages of qualities.");
    table.field("name", &This::total, &FlowResult::name, "", "The group's name.");
    table.field("kind", &This::total, &FlowResult::kind, "", "Kind of its flows, or `mixed`.");
    table
        .field("direction", &This::total, &FlowResult::direction, "",
               "Direction of its flows, or `both`.")
        .one_of({"upstream", "downstream", "both"});
    table.field("flows", &This::total, &FlowResult::flows, "", "Number of its flows.");
    table
        .field("goodput_mbps", &This::total, &FlowResult::goodput_mbps, "Mbit/s",
               "Goodput of its flows together.")
        .shown();
    table.field("goodput_mean_mbps", &This::goodput_mean_mbps, "Mbit/s",
                "Mean goodput of its flows.");
    table.field("goodput_deviation_mbps", &This::goodput_deviation_mbps, "Mbit/s",
                "Standard deviation between its flows.");
    table.field("loss_mean_percent", &This::loss_mean_percent, "%",
                "Mean loss of flows that sent.");
    table.field("loss_deviation_percent", &This::loss_deviation_percent, "%",
                "Standard deviation between them.");
    table
        .field("application_bias_percent", &This::application_bias_percent, "%",
               "Excess of goodput over the fair shares.")
        .shown();
    table.part(FairnessResult(), &This::fairness);
    table.part(FlowMeasures(), &This::total);
  }
};

// The flows of one direction that have a demand, known or unlimited.
struct DirectionResult {
  std::string direction;
  unsigned flows = 0;
  double goodput_mbps = 0;
  double shared_mbps = 0;  // divided into fair shares
  FairnessResult fairness;

  template <class Table>
  static void describe(Table& table) {
    using This = DirectionResult;
    table.object("fairness", "The flows of a direction that have a demand, known or unlimited.");
    table.field("direction", &This::direction, "", "Direction.").one_of({"upstream", "downstream"});
    table.field("flows", &This::flows, "", "Number of flows with a demand.");
    table.field("goodput_mbps", &This::goodput_mbps, "Mbit/s", "Goodput of these flows together.");
    table.field("shared_mbps", &This::shared_mbps, "Mbit/s", "Rate divided into fair shares.");
    table.part(FairnessResult(), &This::fairness);
  }
};

// Rates that fair shares divide.
struct SharedRates {
  bool of_rate = false;                    // divide the rate; false: the total goodput of the flows
  std::vector<double> service_flows_mbps;  // maximum sustained
  double upstream_mbps = 0;                // capacity of the channels
  double downstream_mbps = 0;
};

// Computes the shares of the flows of each direction. With of_rate all flows of a direction divide
// the capacity of the channels; those of a service flow get at most its rate. Otherwise they divide
// their total goodput; those of a service flow get at most its rate, or their goodput if that was
// more.
std::vector<DirectionResult> divide_fairly(std::vector<FlowResult>& flows,
                                           const SharedRates& rates);

// Returns groups in the order of their first flow. Call it after divide_fairly().
std::vector<GroupResult> group_results(const std::vector<FlowResult>& flows);

template <class Table>
void FlowResult::describe(Table& table) {
  using This = FlowResult;
  table.object("flow",
               "Traffic of hosts, after the warm-up. Counters of packets and the series cover the "
               "whole run.");
  table.field("name", &This::name, "", "The flow's name.");
  table.field("kind", &This::kind, "", "Kind in the scenario.");
  table.field("direction", &This::direction, "", "Direction of its packets.")
      .one_of({"upstream", "downstream"});
  table.field("group", &This::group, "", "The group's name.").only("a flow of a group");
  table
      .field("goodput_mbps", &This::goodput_mbps, "Mbit/s",
             "TCP: payload in order; else Ethernet frames that arrived.")
      .shown();
  table
      .field("demand_mbps", &This::demand_mbps, "Mbit/s",
             "Rate that it would take; null: any, or unknown.")
      .or_null();
  table.field("fair_share_mbps", &This::fair_share_mbps, "Mbit/s", "Max-min fair share.");
  table.field("weighted_share_mbps", &This::weighted_share_mbps, "Mbit/s",
              "Max-min fair share by `weight`.");
  table.part(FlowMeasures());
}

template <class Table>
void FlowMeasures::describe(Table& table) {
  using This = FlowResult;
  table.object("measures", "Common figures of flows and groups of flows.");
  table.field("sent_packets", &This::sent_packets, "packets",
              "Packets sent in the flow's direction.");
  table.field("lost_packets", &This::lost_packets, "packets", "Packets sent that will not arrive.");
  table.field("host_drops", &This::host_drops, "packets", "Packets lost in the host upstream.");
  table.field("received_packets", &This::received_packets, "packets", "Packets that arrived.");
  table
      .field(
          "loss_percent", [](const This& flow) { return flow.loss_percent(); }, "%",
          "Packets lost of those sent, after the warm-up.")
      .shown();
  table.field("ce_marks", &This::ce_marks, "packets",
              "Packets that arrived with congestion experienced.");
  table
      .field(
          "one_way_ms",
          [](const This& flow) { return spread_with_tail(flow.one_way_ps, kPsPerMs); }, "ms",
          "Hand-over in the host to the last octet received.")
      .shown({"p50", "p99"});
  table.field(
      "host_wait_ms", [](const This& flow) { return spread(flow.host_wait_ps, kPsPerMs); }, "ms",
      "Hand-over to the first octet on the line.");
  table
      .field(
          "rtt_ms", [](const This& flow) { return spread_with_tail(flow.rtt_ps, kPsPerMs); }, "ms",
          "Round trips as TCP measures them.")
      .shown({"p50"});
  table.part(TransportResult(), &This::transport).only("a kind that uses TCP");
  for (const KindResultType* type : kind_result_types()) {
    table.found_part(type->table, figures_of, *type).only(type->condition);
  }
  auto own = table.group("measures", "Figures of a host that a program adds.");
  own.one_line();
  own.members(&This::measures);
  own.number_member("*", "as the host says", "Figure by its name.");
  table.last().only_if("`kind` custom", [](const This& flow) { return !flow.measures.empty(); });
  table
      .field("goodput_series_mbps", &This::goodput_series_mbps, "Mbit/s",
             "Goodput for each `stats.goodput_interval_s`.")
      .not_averaged();
}

}  // namespace docsis_vp::system
