// Declares the results of a run, for programs, for results.json and for the terminal. Each
// structure declares its keys in describe(), in the order of results.json (result_table.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "platform/base/version.h"
#include "system/results/aggregate_result.h"
#include "system/results/area_result.h"
#include "system/results/area_view.h"
#include "system/results/channel_result.h"
#include "system/results/cpu_result.h"
#include "system/results/energy_result.h"
#include "system/results/fault_result.h"
#include "system/results/flow_result.h"
#include "system/results/service_flow_result.h"
#include "system/results/spread.h"
#include "system/results/stage_result.h"
#include "system/results/wifi_result.h"

namespace docsis_vp::system {

class ResultTable;

// Schema number of results.json; docs/stability.md says when it rises.
constexpr unsigned kResultsSchema = 1;

// An Ethernet port of a modem: its line, and the hosts' queue behind it. Values count over the
// whole run, except the wait.
struct LanPortResult {
  std::string modem;
  std::string name;
  std::optional<unsigned> rate_mbps;
  ServiceFlowResult::Amount entered;     // into the modem, DA..CRC
  ServiceFlowResult::Amount host_drops;  // lost in hosts: queue full, or on the air
  std::uint64_t host_peak_packets = 0;   // highest number waiting
  Spread host_wait_ms;                   // from sending to the first octet on the line
  std::uint64_t egress_drops = 0;        // packets to hosts, lost in the modem or on the air
  std::optional<WifiResult> wifi;

  template <class Table>
  static void describe(Table& table) {
    using This = LanPortResult;
    using Amount = ServiceFlowResult::Amount;
    table.object("lan_port",
                 "An Ethernet port of a modem, its line and the hosts' queue before it, over the "
                 "whole run but for the wait.");
    table.field("modem", &This::modem, "", "The modem's name.");
    table.field("name", &This::name, "", "The port's name.");
    table.field("rate_mbps", &This::rate_mbps, "Mbit/s", "Rate of its line; null: it has none.");
    table.field("entered_packets", &This::entered, &Amount::packets, "packets",
                "Packets that came in from hosts.");
    table.field("entered_bytes", &This::entered, &Amount::bytes, "bytes", "The same in bytes.");
    table.field("host_drops", &This::host_drops, &Amount::packets, "packets",
                "Packets lost in hosts with a full queue, or on the air.");
    table.field("host_drops_bytes", &This::host_drops, &Amount::bytes, "bytes",
                "The same in bytes.");
    table.field("host_peak_packets", &This::host_peak_packets, "packets",
                "Most packets that waited for the line.");
    table.field("host_wait_ms", &This::host_wait_ms, "ms",
                "Hand-over to the first octet on the line.");
    table.field("egress_drops", &This::egress_drops, "packets",
                "Packets lost on their way to hosts.");
    table.field("wifi", &This::wifi, "", "Its Wi-Fi cell and stations.").only("`wifi` at the port");
  }
};

// Verdicts of firmware on arrivals, after the warm-up.
struct DecisionResult {
  Spread latency_us;                  // arrival to the verdict's effect
  Spread jitter_us;                   // difference between two consecutive packets
  std::uint64_t hold_peak_bytes = 0;  // this and the next count over the whole run
  std::uint64_t lost_departures = 0;  // departures that the law did not learn of
};

// Verdicts of firmware within a grant's deadline, after the warm-up.
struct HeadDecisionResult {
  Spread latency_us;                // opening of a grant's window to each verdict for it
  Spread service_us;                // time for which each head was presented to firmware
  std::uint64_t late_verdicts = 0;  // this and the next count over the whole run
  std::uint64_t cut_short = 0;      // bursts begun before all their heads were judged
};

// Use of the queue memory's port, over the whole run.
struct PortResult {
  double read_share = 0;  // this and the next are shares of all cycles
  double write_share = 0;
  // From the due time (read) or arrival time (write) until the port began.
  double longest_read_wait_us = 0;
  double longest_write_wait_us = 0;
  std::uint64_t peak_backlog_bytes = 0;  // bytes that waited in the ingress FIFO

  template <class Table>
  static void describe(Table& table) {
    using This = PortResult;
    table.object("queue_memory_port", "Use of the queue memory's port, over the whole run.");
    table.one_line();
    table.field(
        "utilization", [](const This& p) { return p.read_share + p.write_share; }, "share",
        "Cycles with a read or a write, of all.");
    table.field("read_share", &This::read_share, "share", "Cycles with a read, of all.");
    table.field("write_share", &This::write_share, "share", "Cycles with a write, of all.");
    table.field("longest_read_wait_us", &This::longest_read_wait_us, "us",
                "Longest wait of a read that was due.");
    table.field("longest_write_wait_us", &This::longest_write_wait_us, "us",
                "Longest wait of a packet for its write.");
    table.field("peak_backlog_bytes", &This::peak_backlog_bytes, "bytes",
                "Most bytes that waited in the ingress FIFO.");
  }
};

struct PlacementResult {
  std::string modem;
  std::string control_law;
  std::string drop;
  std::optional<DecisionResult> decisions = {};  // present if firmware judges arrivals or heads
  std::optional<HeadDecisionResult> head_decisions = {};
  PortResult port = {};

  template <class Table>
  static void describe(Table& table) {
    using This = PlacementResult;
    table.object("placement", "Where the parts of a modem's AQM run, and what that cost.");
    table.one_line_unless([](const This& p) { return p.decisions.has_value(); });
    table.field("modem", &This::modem, "", "The modem's name.");
    table.field("control_law", &This::control_law, "", "Place of the law.")
        .one_of({"hardware", "firmware"});
    table.field("drop", &This::drop, "", "Place of decisions on packets.")
        .one_of({"hardware", "firmware"});
    using Decision = DecisionResult;
    const auto decision = [&table](const char* name, auto member, const char* unit,
                                   const char* sentence) {
      table.field(name, &This::decisions, member, unit, sentence)
          .only("`drop` firmware, at arrival");
    };
    decision("decision_latency_us", &Decision::latency_us, "us",
             "Arrival of a packet to its verdict's effect.");
    decision("decision_jitter_us", &Decision::jitter_us, "us",
             "Difference between two packets in a row.");
    decision("hold_peak_bytes", &Decision::hold_peak_bytes, "bytes",
             "Most bytes in the hold, over the whole run.");
    decision("lost_departures", &Decision::lost_departures, "packets",
             "Departures that the law did not see, whole run.");
    using Head = HeadDecisionResult;
    const auto head = [&table](const char* name, auto member, const char* unit,
                               const char* sentence) {
      table.field(name, &This::head_decisions, member, unit, sentence)
          .only("`drop` firmware, at the head");
    };
    head("head_latency_us", &Head::latency_us, "us", "Window of a grant to each verdict for it.");
    head("head_service_us", &Head::service_us, "us", "Time that each head was shown.");
    head("late_verdicts", &Head::late_verdicts, "verdicts",
         "Verdicts that came too late, whole run.");
    head("cut_short", &Head::cut_short, "bursts",
         "Bursts begun before all heads were judged, whole run.");
    table.field("queue_memory_port", &This::port, "", "Use of queue memory's port.");
  }
};

// A scripted event that occurred.
struct EventResult {
  double time_s = 0;
  std::string kind;
  std::string modem;                   // empty: concerns no modem
  std::optional<std::string> channel;  // the changed channel
  // Further effects, key by key.
  std::vector<std::pair<std::string, std::variant<std::uint64_t, double, std::string>>> details =
      {};

  template <class Table>
  static void describe(Table& table);
};

// The machine that a run was computed on.
struct HostResult {
  std::string machine;
  unsigned cores = 0;

  static HostResult of_this_host();

  template <class Table>
  static void describe(Table& table) {
    using This = HostResult;
    table.object("host", "The machine that the run was computed on.");
    table.one_line();
    table.field("machine", &This::machine, "", "Architecture.");
    table.field("cores", &This::cores, "", "Number of processors.");
  }
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
  double cpu_s = 0;  // only these two and `host` may differ between two runs with the same input
  double wall_s = 0;
  std::string config;                          // effective configuration, a JSON text
  std::optional<std::string> firmware_sha256;  // empty if CPUs boot from different images
  double warmup_s = 0;
  std::vector<ServiceFlowResult> service_flows;
  std::vector<AggregateResult> aggregates;
  std::vector<LanPortResult> lan_ports;
  double goodput_interval_s = 0;
  std::vector<FlowResult> flows;
  std::vector<GroupResult> groups;
  std::vector<DirectionResult> fairness;
  std::optional<std::vector<StageResult>> delay_stages;  // present if `stats.delay_stages` is set
  MacResult mac;
  std::vector<CpuResult> cpus;
  std::vector<PlacementResult> placements;
  std::vector<AreaResult> area;      // one per entry of equal modems
  std::vector<EnergyResult> energy;  // one per entry of equal modems
  std::vector<EventResult> events;
  std::optional<EndResult> ended;  // empty: the run reached its end
  std::optional<std::string> error;
  std::optional<FaultResult> fault;  // present if firmware failed and was watched

  // Text of results.json.
  std::string json() const;

  template <class Table>
  static void describe(Table& table);
};

template <class Table>
void EventResult::describe(Table& table) {
  using This = EventResult;
  table.object("event", "A scripted event that struck, or a reset of a CPU.");
  table.one_line();
  table.field("time_s", &This::time_s, "s", "Time of the event.");
  table.field("kind", &This::kind, "", "Kind of the scenario's event, or of a reset.")
      .details(
          "besides the kinds of `events[]`: `watchdog_bite`, `firmware_fault` and "
          "`boot_fallback` of a CPU that recovers.");
  table.field("modem", &This::modem, "", "The modem's name.").only("an event of one modem");
  table.field("channel", &This::channel, "", "The channel's name.").only("an event of a channel");
  table.members(&This::details);
  const auto text = [&table](const char* condition, const char* name, const char* sentence) {
    table.text_member(name, sentence).only(condition);
  };
  const auto count = [&table](const char* condition, const char* name, const char* unit,
                              const char* sentence) {
    table.count_member(name, unit, sentence).only(condition);
  };
  const char* const kInterrupt = "`kind` force_interrupt";
  const char* const kFlip = "`kind` flip_bit";
  const char* const kReset = "a CPU that is reset";
  const char* const kRecovery = "`kind` watchdog_bite or firmware_fault";
  const char* const kUpdate = "`kind` update_firmware";
  const char* const kSlots = "a CPU with two slots for images";
  text(kInterrupt, "interrupt", "The source's name.");
  table.number_member("duration_us", "us", "Length of the stall.").only("`kind` stall_bus");
  count("`kind` console_input", "octets", "octets", "Octets typed.");
  text(kFlip, "register", "Name of the register, else `address`.");
  text(kFlip, "address", "Address of the word, hexadecimal, else `register`.");
  count(kFlip, "bit", "", "Number of the bit.");
  text(kFlip, "before", "The word before, hexadecimal.");
  text(kFlip, "after", "The word as read after, hexadecimal.");
  text(kReset, "interrupted", "Place of the program.");
  text(kRecovery, "cause", "Cause of the reset.");
  text(kRecovery, "last_exception", "Cause and place of the last one, if any.");
  text(kRecovery, "interrupts", "State of interrupts.");
  count(kRecovery, "boot_failures", "", "Failures in a row, this one included.");
  count(kRecovery, "reset_us", "us", "Length of the reset.");
  count(kSlots, "slot", "", "Slot that runs, or that is booted.");
  count("`kind` boot_fallback", "from_slot", "", "Slot of the image that failed.");
  text("`kind` boot_fallback", "from_firmware_sha256", "Hash of the image that failed.");
  text(kUpdate, "firmware", "The image's name or path.");
  text("an event that boots another image", "firmware_sha256", "Hash of that image.");
  count(kUpdate, "waiting_packets_before", "packets", "Packets in queues and hold before.");
  count(kUpdate, "waiting_packets_after", "packets", "Packets in queues and hold after.");
  count("`kind` update_firmware, an image with a stack", "stack_high_water_bytes_before", "bytes",
        "Most bytes of stack that the old image used.");
  const char* const kLaw = "`kind` update_firmware or reset_cpu, a law in firmware";
  table.number_member("law_away_ms", "ms", "Time until the law's next commit.").only(kLaw);
  table.number_member("law_missing_ms", "ms", "Time so far, of a law that made no commit since.")
      .only(kLaw);
}

template <class Table>
void Results::describe(Table& table) {
  using This = Results;
  table.object("results", "The file of a run, `results.json`.");
  table
      .field(
          "schema", [](const This&) { return kResultsSchema; }, "", "Number of this format.")
      .not_averaged()
      .not_compared();
  table.field("scenario", &This::scenario, "", "The scenario's name.").not_averaged();
  table.field("seed", &This::seed, "", "Seed of random numbers.").not_averaged();
  table.field("simulated_s", &This::simulated_s, "s", "Simulated time.");
  table.field("cpu_s", &This::cpu_s, "s", "CPU time of the host.").not_averaged().not_compared();
  table.field("wall_s", &This::wall_s, "s", "Time on the host's clock.")
      .not_averaged()
      .not_compared();
  table
      .field(
          "host", [](const This&) { return HostResult::of_this_host(); }, "",
          "Machine that computed the run.")
      .not_averaged()
      .not_compared();
  table.field(
      "version", [](const This&) { return version(); }, "",
      "Version of docsis-vp, with its commit.");
  table.field("firmware_sha256", &This::firmware_sha256, "",
              "Hash of the image; null: no CPU, or several images.");
  auto stats = table.group("stats", "Warm-up and intervals of the figures.");
  stats.one_line();
  stats.field("warmup_s", &This::warmup_s, "s", "Start of all figures but counters.");
  stats.field("goodput_interval_s", &This::goodput_interval_s, "s",
              "Interval of `goodput_series_mbps`.");
  table.last().not_averaged();
  table.field("service_flows", &This::service_flows, "", "Service flows in the scenario's order.");
  table.field("aggregate_service_flows", &This::aggregates, "", "Aggregate service flows.")
      .only("`aggregate_service_flows`");
  table.field("lan_ports", &This::lan_ports, "", "Ethernet ports of modems.");
  table.field("flows", &This::flows, "", "Flows of hosts.");
  table.field("groups", &This::groups, "", "Flows with one `group`, together.");
  table.field("fairness", &This::fairness, "", "Fairness by direction.");
  table.field("delay_stages", &This::delay_stages, "", "Delay of flows and service flows by stage.")
      .only("`stats.delay_stages`");
  table.field("mac", &This::mac, "", "Channels and grants.");
  table.field("cpus", &This::cpus, "", "Control CPUs of modems.");
  table.field("placements", &This::placements, "", "Placement by modem.");
  table.field(
      "area", [](const This& r) { return views_of(r.area); }, "",
      "Area of modems, those alike together.");
  table.field("energy", &This::energy, "", "Energy of modems, those alike together.");
  table.field("events", &This::events, "", "Events in order of time.").not_averaged();
  table.field(
      "ended_by", [](const This& r) { return r.ended ? r.ended->by : std::nullopt; }, "",
      "Modem whose firmware ended the run.");
  table.field(
      "ended_at_s",
      [](const This& r) { return r.ended ? std::optional(r.ended->at_s) : std::nullopt; }, "s",
      "Time; null: the run was not ended early.");
  table.field("error", &This::error, "", "Reason why the simulated system failed.");
  table.field("fault", &This::fault, "", "Failure of firmware.").only("firmware that failed");
  table.configuration("config", &This::config, "The effective configuration.")
      .not_averaged()
      .not_compared();
}

// All keys of results.json.
const ResultTable& results_table();

}  // namespace docsis_vp::system
