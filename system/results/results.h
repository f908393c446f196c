// Results of a run, for programs, for results.json and for the terminal.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "models/cm/burst_builder/missed_grants.h"
#include "system/results/area_result.h"
#include "system/results/cpu_result.h"
#include "system/results/energy_result.h"
#include "system/results/fault_result.h"
#include "system/results/flow_result.h"
#include "system/results/spread.h"

namespace docsis_vp::system {

// Scheduling of an upstream service flow by the CMTS, and its requests.
struct SchedulingResult {
  std::uint64_t contention_requests = 0;
  std::uint64_t polled_requests = 0;
  std::uint64_t piggyback_requests = 0;
  std::uint64_t unanswered_requests = 0;  // in contention or to a poll
  std::uint64_t requested_bytes = 0;
  std::uint64_t granted_bytes = 0;  // whole minislots, segment headers included
  std::uint64_t polls = 0;
  std::uint64_t unsolicited_grants = 0;
  std::uint64_t unused_grants = 0;
  std::uint64_t beyond_jitter = 0;  // polls and unsolicited grants later than tolerated
  std::uint64_t superseded = 0;     // part of beyond_jitter: never came
};

// Amounts are in Ethernet bytes, DA..CRC. At every instant offered = sent + all drops + rf_lost +
// queued + held, in packets and in bytes. Sent: transmitted by the modem and not lost on the plant;
// a packet counts with its last byte, a byte at once.
struct ServiceFlowResult {
  struct Amount {
    std::uint64_t packets = 0;
    std::uint64_t bytes = 0;
  };
  std::string modem;
  std::string name;
  std::string direction;
  Amount offered;
  Amount sent;
  Amount aqm_drops;
  Amount aqm_marks;  // of accepted packets
  Amount buffer_drops;
  // Part of buffer_drops: the packet limit or the descriptors were used up, not the bytes.
  Amount descriptor_drops;
  Amount ingress_fifo_drops;  // no room to wait for the queue memory's port
  Amount hold_drops;
  Amount oversize_drops;  // larger than an unsolicited grant
  Amount request_giveup_drops;
  Amount rf_lost;
  Amount queued;
  Amount held;
  Amount in_flight;                 // read out of the queue, not yet received
  double first_buffer_drop_s = -1;  // negative: none
  double last_buffer_drop_s = -1;
  std::uint64_t shaper_delays = 0;     // packets that waited for tokens
  std::uint64_t commits = 0;           // of the law, in firmware or gates
  std::uint64_t commit_conflicts = 0;  // part of commits: burst and status were not taken
  std::uint64_t missed_updates = 0;    // ticks with an uncommitted previous snapshot
  Spread update_latency_us;  // upstream, whole run: from a tick to the commit that answers it
  std::string drop_digest;   // of every verdict in order: equal digests, equal drops
  std::uint64_t grants = 0;  // upstream, whatever became of them
  std::uint64_t grants_missed = 0;
  std::uint64_t grants_late = 0;
  SchedulingResult scheduling;  // upstream
  double sent_mbps = 0;         // after the warm-up
  double utilization = 0;       // of the maximum sustained rate, by sent_mbps
  Spread queue_delay_ms;
  Spread request_grant_ms;
  Spread deadline_slack_us;                  // of planned bursts; negative if missed
  std::uint64_t grants_missed_in_stats = 0;  // after the warm-up, as the slack
  // Upstream: shortest and longest time from a byte's release to the burst that carries it.
  std::optional<double> release_to_rf_min_us;
  std::optional<double> release_to_rf_max_us;
  struct TransmitQueue {
    Amount drops;  // part of buffer_drops: behind the shaper
    std::uint64_t peak_packets = 0;
    Spread shaping_ms;  // acceptance to the transmit queue
    Spread waiting_ms;  // in the transmit queue
  };
  std::optional<TransmitQueue> transmit_queue;
  // Settings and counters under their names in DOCS-QOS3-MIB and DOCS-IF-MIB.
  std::vector<std::pair<std::string, std::uint64_t>> mib;

  // Sum of all fates of offered packets.
  Amount accounted() const;
  // The other part of buffer_drops: no room in bytes.
  Amount byte_drops() const;
};

// An Ethernet port of a modem: its line, and the hosts' queue behind it. Values count over the
// whole run, except the wait.
struct LanPortResult {
  std::string modem;
  std::string name;
  unsigned rate_mbps = 0;
  ServiceFlowResult::Amount entered;     // into the modem, DA..CRC
  ServiceFlowResult::Amount host_drops;  // lost in hosts with a full queue
  std::uint64_t host_peak_packets = 0;   // highest number waiting
  Spread host_wait_ms;                   // hand-over to the first octet on the line
  std::uint64_t egress_drops = 0;        // packets to hosts, lost in the modem
};

struct ChannelResult {
  std::string name;
  std::uint64_t grants = 0;
  std::uint64_t missed = 0;
  Spread deadline_slack_us;
  Spread request_grant_ms;
  // Highest build rate of any burst over the line rate: needed to be in time, and planned.
  double needed_over_line = 0;
  double built_over_line = 0;
  double utilization = 0;             // after the warm-up: share of minislots in used grants
  std::uint64_t missed_in_stats = 0;  // after the warm-up, as the slack
};

// Values count over the whole run, except utilization and skew.
struct DownstreamChannelResult {
  std::string name;
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;  // Ethernet
  std::uint64_t management_frames = 0;
  double utilization = 0;  // by all octets of MAC frames
};

// Resequencing of packets from bonded channels, over all modems.
struct ResequencingResult {
  std::uint64_t packets = 0;
  std::uint64_t out_of_order = 0;  // packets that waited for others
  std::uint64_t missing = 0;       // given up
  std::uint64_t late = 0;          // packets that came after their number was given up
  Spread skew_ms;                  // waiting times of the packets out of order
};

// Plant faults, by chance and by script, over all modems.
struct PlantResult {
  std::uint64_t maps_lost = 0;
  std::uint64_t maps_delayed = 0;
  std::uint64_t requests_lost = 0;
  std::uint64_t bursts_lost = 0;
  std::uint64_t packets_lost = 0;  // downstream
};

// A grant that was missed, announced too late or cut short.
struct MissedGrantResult {
  cm::MissedGrant grant;
  std::string modem;
  std::string service_flow;
  std::string channel;
};

struct MacResult {
  std::uint64_t maps = 0;
  std::uint64_t grants = 0;
  std::uint64_t grants_missed = 0;
  std::uint64_t grants_late = 0;
  std::uint64_t granted_bytes = 0;
  std::uint64_t used_bytes = 0;
  std::uint64_t requests = 0;
  std::uint64_t collisions = 0;
  // Requested on removed channels, or more than MAPs could hold.
  std::uint64_t requests_forgotten_bytes = 0;
  std::uint64_t maps_of_other_ucd = 0;  // received MAPs of an unknown UCD
  PlantResult plant;
  std::vector<ChannelResult> channels;
  std::vector<DownstreamChannelResult> downstream_channels;
  std::optional<ResequencingResult> resequencing;                // with several downstream channels
  std::array<std::uint64_t, cm::kMissCauses> missed_by_cause{};  // of grants_missed
  std::uint64_t grants_cut_short = 0;
  std::vector<MissedGrantResult> missed_grants;  // the first of each fate, in order of time
};

// Verdicts of firmware on arrivals, after the warm-up.
struct DecisionResult {
  Spread latency_us;                  // arrival to the verdict's effect
  Spread jitter_us;                   // difference between two consecutive packets
  std::uint64_t hold_peak_bytes = 0;  // over the whole run, both
  std::uint64_t lost_departures = 0;  // departures that the law did not see
};

// Verdicts of firmware within a MAP's deadline, after the warm-up.
struct HeadDecisionResult {
  Spread latency_us;                // opening of a grant's window to each verdict for it
  Spread service_us;                // time for which each head was shown
  std::uint64_t late_verdicts = 0;  // over the whole run, both
  std::uint64_t cut_short = 0;      // bursts begun before all their heads were judged
};

// Use of the queue memory's port, over the whole run.
struct PortResult {
  double read_share = 0;  // of all cycles, both
  double write_share = 0;
  // From the due or arrival time until the port began.
  double longest_read_wait_us = 0;
  double longest_write_wait_us = 0;
  std::uint64_t peak_backlog_bytes = 0;  // waiting in the ingress FIFO
};

struct PlacementResult {
  std::string modem;
  std::string control_law;
  std::string drop;
  std::optional<DecisionResult> decisions = {};  // firmware judges arrivals or heads
  std::optional<HeadDecisionResult> head_decisions = {};
  PortResult port = {};
};

// A scripted event that occurred.
struct EventResult {
  double time_s = 0;
  std::string kind;
  std::string modem;                   // empty: no modem's
  std::optional<std::string> channel;  // the changed channel
  // Further effects, key by key.
  std::vector<std::pair<std::string, std::variant<std::uint64_t, double, std::string>>> details =
      {};
};

// Early end of a run.
struct EndResult {
  std::optional<std::string> by;  // modem whose firmware ended the run
  double at_s = 0;
};

struct Results {
  std::string scenario;
  std::uint64_t seed = 0;
  double simulated_s = 0;
  double cpu_s = 0;  // only these two and the host may differ between two equal runs
  double wall_s = 0;
  std::string config;                          // effective configuration, a JSON text
  std::optional<std::string> firmware_sha256;  // empty if CPUs boot from different images
  double warmup_s = 0;
  std::vector<ServiceFlowResult> service_flows;
  std::vector<LanPortResult> lan_ports;
  double goodput_interval_s = 0;
  std::vector<FlowResult> flows;
  std::vector<GroupResult> groups;
  std::vector<DirectionResult> fairness;
  MacResult mac;
  std::vector<CpuResult> cpus;
  std::vector<PlacementResult> placements;
  std::vector<AreaResult> area;      // one per entry of equal modems
  std::vector<EnergyResult> energy;  // one per entry of equal modems
  std::vector<EventResult> events;
  std::optional<EndResult> ended;  // empty: the run reached its end
  std::optional<std::string> error;
  std::optional<FaultResult> fault;  // if firmware failed and was watched

  // Text of results.json.
  std::string json() const;
};

}  // namespace docsis_vp::system
