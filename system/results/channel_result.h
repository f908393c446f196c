// Declares the results of channels and grants over all modems.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/cm/burst_builder/missed_grants.h"
#include "platform/base/time.h"
#include "system/results/spread.h"

namespace docsis_vp::system {

struct ChannelResult {
  std::string name;
  std::uint64_t grants = 0;
  std::uint64_t missed = 0;
  Spread deadline_slack_us;
  Spread request_grant_ms;
  // Rates relative to the line rate, maximum over all bursts: the build rate needed to be in time,
  // and the actual build rate.
  double needed_over_line = 0;
  double built_over_line = 0;
  double utilization = 0;             // after the warm-up: share of its minislots in used grants
  std::uint64_t missed_in_stats = 0;  // after the warm-up, like the slack

  template <class Table>
  static void describe(Table& table) {
    using This = ChannelResult;
    table.object("channel", "An upstream channel, all modems together.");
    table.field("name", &This::name, "", "Name of the channel.");
    table.field("grants", &This::grants, "grants", "Grants in MAPs, used or not.");
    table.field("missed", &This::missed, "grants", "Grants whose burst was not ready in time.");
    table.field("utilization", &This::utilization, "share",
                "Minislots of grants in which a burst was heard, of all.");
    table.field(
        "deadline_slack_us",
        [](const This& c) {
          return SlackResult{c.deadline_slack_us, c.missed_in_stats};
        },
        "us", "Time from a ready burst to its deadline.");
    auto rates =
        table.group("dequeue_over_line", "Speed of building bursts, over the line's rate.");
    rates.one_line();
    rates.field("needed", &This::needed_over_line, "ratio", "Highest speed that a burst needed.");
    rates.field("built", &This::built_over_line, "ratio",
                "Speed at which it was built, or the highest.");
    table.field("request_grant_ms", &This::request_grant_ms, "ms",
                "Time from a request to its grant.");
  }
};

// Values cover the whole run, except utilization and skew.
struct DownstreamChannelResult {
  std::string name;
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;  // Ethernet
  std::uint64_t management_frames = 0;
  double utilization = 0;  // counts all octets of MAC frames

  template <class Table>
  static void describe(Table& table) {
    using This = DownstreamChannelResult;
    table.object("downstream_channel",
                 "A downstream channel, over the whole run but for the utilization.");
    table.one_line();
    table.field("name", &This::name, "", "The channel's name.");
    table.field("packets", &This::packets, "packets", "Ethernet packets sent.");
    table.field("bytes", &This::bytes, "bytes", "Ethernet bytes sent.");
    table.field("management_frames", &This::management_frames, "frames",
                "MAC management messages sent.");
    table.field("utilization", &This::utilization, "share",
                "Octets of all MAC frames, of the channel's rate.");
  }
};

// Results of the resequencing of packets from bonded channels, over all modems.
struct ResequencingResult {
  std::uint64_t packets = 0;
  std::uint64_t out_of_order = 0;  // packets that waited for others
  std::uint64_t missing = 0;       // numbers given up
  std::uint64_t late = 0;          // arrived after their number was given up
  Spread skew_ms;                  // waiting times of packets that were out of order

  template <class Table>
  static void describe(Table& table) {
    using This = ResequencingResult;
    table.object("resequencing",
                 "Resequencing of packets from bonded downstream channels, over all modems.");
    table.field("packets", &This::packets, "packets", "Numbered packets received.");
    table.field("out_of_order", &This::out_of_order, "packets",
                "Packets that waited for earlier ones.");
    table.field("missing", &This::missing, "packets", "Packets that were given up.");
    table.field("late", &This::late, "packets", "Packets that came after they were given up.");
    table.field("skew_ms", &This::skew_ms, "ms", "Wait of packets out of order.");
  }
};

// Faults of the plant, by chance and by script, over all modems.
struct PlantResult {
  std::uint64_t maps_lost = 0;
  std::uint64_t maps_delayed = 0;
  std::uint64_t requests_lost = 0;
  std::uint64_t bursts_lost = 0;
  std::uint64_t packets_lost = 0;  // downstream

  template <class Table>
  static void describe(Table& table) {
    using This = PlantResult;
    table.object("plant", "Faults of the plant, by chance and by script, over all modems.");
    table.one_line();
    table.field("maps_lost", &This::maps_lost, "MAPs", "MAPs that a modem did not hear.");
    table.field("maps_delayed", &This::maps_delayed, "MAPs", "MAPs that a modem heard late.");
    table.field("requests_lost", &This::requests_lost, "requests",
                "Requests that the CMTS did not hear.");
    table.field("bursts_lost", &This::bursts_lost, "bursts", "Bursts that the CMTS did not hear.");
    table.field("packets_lost", &This::packets_lost, "packets",
                "Downstream packets that a modem did not hear.");
  }
};

// A grant that was missed, announced too late or cut short.
struct MissedGrantResult {
  cm::MissedGrant grant;
  std::string modem;
  std::string service_flow;
  std::string channel;

  template <class Table>
  static void describe(Table& table);
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
  // Requested on channels that were removed, or beyond the capacity of MAPs.
  std::uint64_t requests_forgotten_bytes = 0;
  std::uint64_t maps_of_other_ucd = 0;  // received, but for an unknown configuration of the channel
  PlantResult plant;
  std::vector<ChannelResult> channels;
  std::vector<DownstreamChannelResult> downstream_channels;
  // Present if there are several channels.
  std::optional<ResequencingResult> resequencing;
  std::array<std::uint64_t, cm::kMissCauses> missed_by_cause{};  // parts of grants_missed
  std::uint64_t grants_cut_short = 0;
  std::vector<MissedGrantResult> missed_grants;  // the first ones of each outcome, in order of time

  template <class Table>
  static void describe(Table& table);
};

// Declares a key for each cause of a missed grant.
template <class Add>
void describe_causes(Add add) {
  using Cause = cm::MissCause;
  const std::pair<Cause, const char*> causes[] = {
      {Cause::kMapParsing, "The window was open when the MAP was parsed."},
      {Cause::kVerdict, "Heads waited for firmware's verdict."},
      {Cause::kPreviousBurst, "The channel's previous burst was being built."},
      {Cause::kBuilder, "Cycles for each segment, packet and decision."},
      {Cause::kOtherWrites, "The port wrote earlier packets."},
      {Cause::kOwnWrites, "The port wrote packets of the burst."},
      {Cause::kOtherReads, "The port read other bursts."},
      {Cause::kOwnRead, "The port read this burst."},
      {Cause::kScripted, "An event of the scenario."}};
  static_assert(sizeof causes / sizeof causes[0] == cm::kMissCauses);
  for (const auto& [cause, sentence] : causes) {
    add(cm::name_of(cause), sentence);
  }
}

template <class Table>
void MissedGrantResult::describe(Table& table) {
  using This = MissedGrantResult;
  using Grant = cm::MissedGrant;
  table.object("missed_grant", "A grant that was missed, learnt of too late or cut short.");
  table.one_line();
  table.field(
      "time_s", [](const This& m) { return to_seconds(m.grant.at); }, "s", "Time of the decision.");
  table.field("modem", &This::modem, "", "The modem's name.");
  table.field("service_flow", &This::service_flow, "", "The service flow's name.");
  table.field("channel", &This::channel, "", "The channel's name.");
  table
      .field(
          "fate", [](const This& m) { return cm::name_of(m.grant.fate); }, "", "Outcome.")
      .one_of({cm::name_of(cm::GrantFate::kMissed), cm::name_of(cm::GrantFate::kLate),
               cm::name_of(cm::GrantFate::kCutShort)});
  std::vector<std::string_view> causes;
  describe_causes([&causes](const char* name, const char*) { causes.emplace_back(name); });
  table
      .field(
          "cause", [](const This& m) { return cm::name_of(m.grant.cause); }, "",
          "Main cause, a key of `waits_us`.")
      .one_of(causes);
  table.field("bytes", &This::grant, &Grant::bytes, "bytes", "Granted, segment header included.");
  table.field(
      "window_s", [](const This& m) { return to_seconds(m.grant.times.window_opens); }, "s",
      "Time from which its burst may be built.");
  table.field(
      "deadline_s", [](const This& m) { return to_seconds(m.grant.times.deadline); }, "s",
      "Time by which its burst has to be ready.");
  table.field(
      "ready_s",
      [](const This& m) {
        return m.grant.has_packets ? std::optional(to_seconds(m.grant.times.ready)) : std::nullopt;
      },
      "s", "Time at which it was ready; null: no packet.");
  auto waits = table.group("waits_us", "Time from `window_s` to `ready_s` by cause, if any.");
  waits.one_line();
  waits.members([](const This& m) {
    std::vector<std::pair<std::string, double>> found;
    for (std::size_t i = 0; i < m.grant.times.waits.size(); ++i) {
      if (m.grant.times.waits[i] > 0) {
        found.emplace_back(cm::name_of(static_cast<cm::MissCause>(i)),
                           to_us(m.grant.times.waits[i]));
      }
    }
    return found;
  });
  describe_causes([&waits](const char* name, const char* sentence) {
    if (name != cm::name_of(cm::MissCause::kScripted)) {
      waits.number_member(name, "us", sentence).only("a wait");
    }
  });
}

template <class Table>
void MacResult::describe(Table& table) {
  using This = MacResult;
  table.object("mac", "Channels and grants, all modems together, over the whole run.");
  table.field("maps", &This::maps, "MAPs", "MAPs that the CMTS sent.");
  table.field("grants", &This::grants, "grants", "Grants in MAPs, used or not.");
  table.field("grants_missed", &This::grants_missed, "grants",
              "Grants whose burst was not ready in time.");
  table.field("grants_late", &This::grants_late, "grants",
              "Grants that the modem learnt of after their deadline.");
  table.field("granted_bytes", &This::granted_bytes, "bytes",
              "Size of grants, segment headers included.");
  table.field("used_bytes", &This::used_bytes, "bytes", "Granted bytes that bursts filled.");
  table.field("requests", &This::requests, "requests", "Requests that the CMTS heard.");
  table.field("collisions", &This::collisions, "opportunities",
              "Opportunities with requests of several modems.");
  table
      .field("requests_forgotten_bytes", &This::requests_forgotten_bytes, "bytes",
             "Requested bytes that the CMTS dropped.")
      .details("on channels that were taken away, or beyond what MAPs could hold.");
  table.field("maps_of_other_ucd", &This::maps_of_other_ucd, "MAPs",
              "MAPs that no known UCD belongs to.");
  table.field("plant", &This::plant, "", "Faults of the plant.");
  table.field("channels", &This::channels, "", "Upstream channels.");
  table.field("downstream_channels", &This::downstream_channels, "", "Downstream channels.");
  table.field("resequencing", &This::resequencing, "", "Order of downstream packets.")
      .only("several downstream channels");
  auto causes = table.group("missed_by_cause", "`grants_missed` by main cause.");
  causes.one_line();
  causes.members([](const This& mac) {
    std::vector<std::pair<std::string, std::uint64_t>> counts;
    for (std::size_t i = 0; i < mac.missed_by_cause.size(); ++i) {
      counts.emplace_back(cm::name_of(static_cast<cm::MissCause>(i)), mac.missed_by_cause[i]);
    }
    return counts;
  });
  describe_causes([&causes](const char* name, const char* sentence) {
    causes.count_member(name, "grants", sentence);
  });
  table.field("grants_cut_short", &This::grants_cut_short, "grants",
              "Grants sent with judged heads alone.");
  table
      .field("missed_grants", &This::missed_grants, "",
             "The first 100 of each fate, in order of time.")
      .not_averaged()
      .not_compared();
}

}  // namespace docsis_vp::system
