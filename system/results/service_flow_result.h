// Declares the results of a service flow, upstream or downstream.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "system/results/latency_result.h"
#include "system/results/mib_objects.h"
#include "system/results/spread.h"
#include "system/results/summary_row.h"

namespace docsis_vp::system {

// Counts of proactive grants.
struct ProactiveResult {
  std::uint64_t grants = 0;
  std::uint64_t granted_bytes = 0;
  std::uint64_t used_bytes = 0;
  std::uint64_t unused_grants = 0;
  std::uint64_t withheld_grants = 0;

  template <class Table>
  static void describe(Table& table) {
    using This = ProactiveResult;
    table.object("proactive", "Proactive grants of an upstream service flow.");
    table.field("grants", &This::grants, "grants", "Grants at the guaranteed rate.");
    table.field("granted_bytes", &This::granted_bytes, "bytes",
                "Their size, segment headers included.");
    table.field("used_bytes", &This::used_bytes, "bytes", "Ethernet bytes received in them.");
    table.field("unused_grants", &This::unused_grants, "grants",
                "Part of `grants` in which no burst was heard.");
    table.field("withheld_grants", &This::withheld_grants, "grants",
                "Grants not given, because the flow had used more than its rates allow.");
  }
};

// How the CMTS served an upstream service flow, and how the modem requested bandwidth.
struct SchedulingResult {
  std::uint64_t contention_requests = 0;
  std::uint64_t polled_requests = 0;
  std::uint64_t piggyback_requests = 0;
  std::uint64_t unanswered_requests = 0;
  std::uint64_t requested_bytes = 0;
  std::uint64_t granted_bytes = 0;
  std::uint64_t polls = 0;
  std::uint64_t unsolicited_grants = 0;
  std::uint64_t unused_grants = 0;
  std::uint64_t beyond_jitter = 0;
  std::uint64_t superseded = 0;
  std::optional<ProactiveResult> proactive;

  template <class Table>
  static void describe(Table& table) {
    using This = SchedulingResult;
    table.object("scheduling",
                 "How the CMTS served an upstream service flow, and how its modem asked.");
    table.field("contention_requests", &This::contention_requests, "requests",
                "Requests sent in contention.");
    table.field("polled_requests", &This::polled_requests, "requests",
                "Requests sent when polled.");
    table.field("piggyback_requests", &This::piggyback_requests, "requests",
                "Requests sent in the header of a burst.");
    table.field("unanswered_requests", &This::unanswered_requests, "requests",
                "Requests without a grant, in contention or to a poll.");
    table.field("requested_bytes", &This::requested_bytes, "bytes", "Bytes asked for.");
    table.field("granted_bytes", &This::granted_bytes, "bytes",
                "Size of grants, segment headers included.");
    table.field("polls", &This::polls, "polls", "Polls of this flow.");
    table.field("unsolicited_grants", &This::unsolicited_grants, "grants",
                "Grants given without a request, but for proactive ones.");
    table.field("unused_grants", &This::unused_grants, "grants",
                "Grants in which no burst was heard.");
    table.field("beyond_jitter", &This::beyond_jitter, "grants",
                "Polls and unsolicited grants later than tolerated.");
    table.field("superseded", &This::superseded, "grants",
                "Part of `beyond_jitter` that never came.");
    table.field("proactive", &This::proactive, "", "Its proactive grants.")
        .only("a scheduling type of `pgs`");
  }
};

// Ethernet bytes, DA..CRC. At every instant offered = sent + all drops + rf_lost + redirected +
// queued + held, in packets and in bytes. `sent` counts the packets and bytes that the modem
// transmitted and the plant did not lose: a packet with its last byte, each byte when it is sent.
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
  Amount aqm_marks;  // part of the accepted packets
  Amount buffer_drops;
  // Part of buffer_drops: the packet limit or the descriptors were exhausted, not the bytes.
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
  std::uint64_t shaper_delays = 0;     // packets that have waited for tokens
  std::uint64_t commits = 0;           // commits of the law, wherever it runs
  std::uint64_t commit_conflicts = 0;  // number of these whose burst and status were not accepted
  std::uint64_t missed_updates = 0;    // ticks at which the previous snapshot was not yet committed
  Spread update_latency_us;            // upstream, whole run: from a tick to its commit
  std::string drop_digest;             // of every verdict in order: equal digests, equal drops
  std::uint64_t grants = 0;            // upstream, whatever their outcome
  std::uint64_t grants_missed = 0;
  std::uint64_t grants_late = 0;
  SchedulingResult scheduling;  // upstream
  double sent_mbps = 0;         // after the warm-up
  double utilization = 0;       // of the maximum sustained rate, from sent_mbps
  Spread queue_delay_ms;
  LatencyResult latency;
  Spread request_grant_ms;
  Spread deadline_slack_us;                  // of planned bursts; negative for missed ones
  std::uint64_t grants_missed_in_stats = 0;  // after the warm-up, like the slack
  // Upstream: minimum and maximum of the time from a byte's release to its burst.
  std::optional<double> release_to_rf_min_us;
  std::optional<double> release_to_rf_max_us;
  struct TransmitQueue {
    Amount drops;  // part of buffer_drops: in the queue behind the shaper
    std::uint64_t peak_packets = 0;
    Spread shaping_ms;  // from acceptance to the transmit queue
    Spread waiting_ms;  // in the transmit queue

    template <class Table>
    static void describe(Table& table) {
      using This = TransmitQueue;
      table.object("transmit_queue", "The queue behind the shaper of a service flow.");
      table.field("drops", &This::drops, &Amount::packets, "packets",
                  "Part of `buffer_drops` behind the shaper.");
      table.field("drop_bytes", &This::drops, &Amount::bytes, "bytes", "The same in bytes.");
      table.field("peak_packets", &This::peak_packets, "packets",
                  "Most packets that waited in it.");
      table.field("shaping_ms", &This::shaping_ms, "ms",
                  "Time from acceptance to the transmit queue.");
      table.field("waiting_ms", &This::waiting_ms, "ms", "Time in the transmit queue.");
    }
  };
  std::optional<TransmitQueue> transmit_queue;
  struct Aggregate {
    std::string name;
    std::string queue;
    Amount redirected;
    std::uint64_t arrived_ect0 = 0;
    std::uint64_t arrived_ect1 = 0;
    std::uint64_t arrived_ce = 0;

    template <class Table>
    static void describe(Table& table) {
      using This = Aggregate;
      table.object("aggregated", "What a service flow does for its aggregate service flow.");
      table.field("name", &This::name, "", "The aggregate's name.");
      table.field("queue", &This::queue, "", "Its queue.").one_of({"classic", "low_latency"});
      table.field("redirected_packets", &This::redirected, &Amount::packets, "packets",
                  "Packets that queue protection moved to Classic.");
      table.field("redirected_bytes", &This::redirected, &Amount::bytes, "bytes",
                  "The same in bytes.");
      table.field("arrived_ect0", &This::arrived_ect0, "packets", "Packets that came as ECT(0).");
      table.field("arrived_ect1", &This::arrived_ect1, "packets", "Packets that came as ECT(1).");
      table.field("arrived_ce", &This::arrived_ce, "packets", "Packets that came as CE.");
    }
  };
  std::optional<Aggregate> aggregate;
  // Settings and counters under their names in DOCS-QOS3-MIB and DOCS-IF-MIB.
  std::vector<std::pair<std::string, std::uint64_t>> mib;

  // Sum of all outcomes of an offered packet.
  Amount accounted() const;
  // The rest of buffer_drops: no room in bytes.
  Amount byte_drops() const;

  template <class Table>
  static void describe(Table& table);

 private:
  static std::optional<double> if_any(double time_s) {
    return time_s < 0 ? std::nullopt : std::optional(time_s);
  }
};

template <class Table>
void ServiceFlowResult::describe(Table& table) {
  using This = ServiceFlowResult;
  table.object("service_flow",
               "Ethernet packets, DA to CRC. Counters cover the whole run; rates, shares and "
               "distributions begin after the warm-up. At every instant the offered packets are "
               "those sent, dropped, lost on the plant, redirected, queued and held.");
  const auto amount = [&table](const char* packets, const char* bytes, Amount This::*of,
                               const char* sentence) {
    auto field = table.field(packets, of, &Amount::packets, "packets", sentence);
    table.field(bytes, of, &Amount::bytes, "bytes", "The same in bytes.");
    return field;
  };
  using Row = SummaryRow;
  const auto only_upstream = [](auto field) {
    const auto is_upstream = [](const This& flow) { return flow.direction == "upstream"; };
    field.only_if("`direction` upstream", is_upstream).where("direction", "upstream");
  };
  table.field("modem", &This::modem, "", "Name of its modem.");
  table.field("name", &This::name, "", "The service flow's name.");
  table.field("direction", &This::direction, "", "Direction of its packets.")
      .one_of({"upstream", "downstream"});
  amount("offered_packets", "offered_bytes", &This::offered, "Packets that came to the queue.")
      .in_summary("offered");
  amount("sent_packets", "sent_bytes", &This::sent,
         "Packets whose last byte was sent and not lost.")
      .in_summary("sent");
  table.field("sent_mbps", &This::sent_mbps, "Mbit/s", "Rate of bytes sent, after the warm-up.")
      .shown();
  table.field("utilization", &This::utilization, "share",
              "`sent_mbps` of the maximum rate, or of its channels'.");
  amount("aqm_drops", "aqm_drops_bytes", &This::aqm_drops,
         "Packets that the AQM algorithm dropped.")
      .shown()
      .in_summary("dropped by AQM");
  amount("aqm_marks", "aqm_marks_bytes", &This::aqm_marks,
         "Packets that the AQM algorithm marked CE.")
      .in_summary("marked by AQM", Row::kUnlessZero);
  amount("buffer_drops", "buffer_drops_bytes", &This::buffer_drops,
         "Packets that found no room in the buffer.")
      .in_summary("dropped, buffer full");
  table
      .field(
          "bytes_full_drops", [](const This& f) { return f.byte_drops().packets; }, "packets",
          "Part of `buffer_drops`: no room in bytes.")
      .in_summary("  no room in bytes", Row::kUnlessWhole);
  table.field(
      "bytes_full_drops_bytes", [](const This& f) { return f.byte_drops().bytes; }, "bytes",
      "The same in bytes.");
  amount("descriptors_full_drops", "descriptors_full_drops_bytes", &This::descriptor_drops,
         "Part of `buffer_drops`: limit of packets.")
      .in_summary("  no descriptor left", Row::kUnlessZero);
  table.field(
      "first_buffer_drop_s", [](const This& f) { return if_any(f.first_buffer_drop_s); }, "s",
      "Time of the first of `buffer_drops`.");
  table.field(
      "last_buffer_drop_s", [](const This& f) { return if_any(f.last_buffer_drop_s); }, "s",
      "Time of the last of `buffer_drops`.");
  amount("ingress_fifo_drops", "ingress_fifo_drops_bytes", &This::ingress_fifo_drops,
         "Packets that found the ingress FIFO full.")
      .in_summary("dropped, FIFO full", Row::kUnlessZero);
  amount("hold_drops", "hold_drops_bytes", &This::hold_drops, "Packets that found the hold full.")
      .in_summary("dropped, hold full", Row::kUnlessZero);
  amount("oversize_drops", "oversize_drops_bytes", &This::oversize_drops,
         "Packets larger than an unsolicited grant.")
      .in_summary("dropped, too large", Row::kUnlessZero);
  amount("request_giveup_drops", "request_giveup_drops_bytes", &This::request_giveup_drops,
         "Packets whose request was given up.")
      .in_summary("dropped, no grant", Row::kUnlessZero);
  amount("rf_lost", "rf_lost_bytes", &This::rf_lost, "Packets lost on the plant.")
      .in_summary("lost on the plant", Row::kUnlessZero);
  amount("queued_at_end", "queued_bytes_at_end", &This::queued, "Packets in the queue at the end.")
      .in_summary("still queued");
  amount("held_at_end", "held_bytes_at_end", &This::held, "Packets in the hold at the end.")
      .in_summary("still held", Row::kUnlessZero);
  table.field("commits", &This::commits, "commits", "Commits of the law, wherever it runs.");
  table.field("commit_conflicts", &This::commit_conflicts, "commits",
              "Commits whose burst and status were not taken.");
  table.field("missed_updates", &This::missed_updates, "ticks",
              "Ticks before the last snapshot was committed.");
  table.field("drop_digest", &This::drop_digest, "", "Hash of all verdicts in order.")
      .not_compared();
  table.field("queue_delay_ms", &This::queue_delay_ms, "ms", "Arrival in the queue to departure.")
      .shown({"p50", "p99"});
  table.field("latency_histogram", &This::latency, "", "The same in bins that operators read.");
  table.field("request_grant_ms", &This::request_grant_ms, "ms",
              "Time from a request to its grant.");
  only_upstream(table.field("update_latency_us", &This::update_latency_us, "us",
                            "Time from a tick to its commit, over the whole run."));
  only_upstream(table.field("grants", &This::grants, "grants", "Grants in MAPs, used or not."));
  only_upstream(table.field("grants_missed", &This::grants_missed, "grants",
                            "Grants whose burst was not ready in time."));
  only_upstream(table.field("grants_late", &This::grants_late, "grants",
                            "Grants that the modem learnt of after their deadline."));
  only_upstream(table.field(
      "deadline_slack_us",
      [](const This& f) {
        return SlackResult{f.deadline_slack_us, f.grants_missed_in_stats};
      },
      "us", "Time from a ready burst to its deadline."));
  auto release = table.group("release_to_rf_us", "Time from a byte's release to its burst.");
  release.one_line();
  release.field("min", &This::release_to_rf_min_us, "us", "The shortest.");
  release.field("max", &This::release_to_rf_max_us, "us", "The longest.");
  only_upstream(table.last());
  only_upstream(table.field("scheduling", &This::scheduling, "", "Service by the CMTS."));
  table.field("transmit_queue", &This::transmit_queue, "", "The queue behind the shaper.")
      .only("`modems[].transmit_queue`");
  table.field("aggregate", &This::aggregate, "", "Its part in an aggregate service flow.")
      .only("`aggregate_service_flows`");
  auto mib = table.group("mib", "Settings and counters under their names in MIBs.");
  mib.members(&This::mib);
  describe_mib_objects(mib);
}

}  // namespace docsis_vp::system
