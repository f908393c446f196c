// Results of one flow, and of a group of flows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "platform/base/histogram.h"

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
};

// Voice or gaming flow, after the warm-up.
struct VoiceResult {
  std::uint64_t packets = 0;
  std::uint64_t late_packets = 0;
  std::optional<double> r_value;
  std::optional<double> mos;
};

// Client of adaptive streaming, after the warm-up.
struct StreamingResult {
  std::optional<double> playback_mbps;
  std::uint64_t segments = 0;
  std::uint64_t adaptations = 0;
  std::optional<double> adaptations_per_hour;
  std::uint64_t stalls = 0;
  double stalled_s = 0;
  std::optional<double> rebuffer_percent;  // stalled share of the time since playback began
  std::optional<double> startup_s;         // first request to start of playback
};

// Web user; counts objects and pages completed after the warm-up.
struct BrowsingResult {
  std::uint64_t pages = 0;
  std::uint64_t objects = 0;
  std::uint64_t object_bytes = 0;
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
  std::optional<VoiceResult> voice;
  std::optional<StreamingResult> streaming;
  std::optional<BrowsingResult> browsing;
  // One value per complete transfer, page and response.
  std::optional<std::vector<double>> transfer_s;
  std::optional<std::vector<double>> page_load_s;
  std::optional<std::vector<double>> wrt_s;
  // Values of custom hosts.
  std::vector<std::pair<std::string, double>> measures;

  std::optional<double> loss_percent() const;
};

// Fairness among flows, from the ratios of goodput to fair share.
struct FairnessResult {
  std::optional<double> jain_index;
  std::optional<double> min_max_ratio;
  std::optional<double> weighted_jain_index;
  std::optional<double> weighted_min_max_ratio;
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
};

// The flows of one direction that have a demand, known or unlimited.
struct DirectionResult {
  std::string direction;
  unsigned flows = 0;
  double goodput_mbps = 0;
  double shared_mbps = 0;  // divided into fair shares
  FairnessResult fairness;
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

}  // namespace docsis_vp::system
