#include "system/scenario/fields/scheduling.h"

#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

namespace {

using docsis::SchedulingType;
using Scheduling = Table<SchedulingConfig>;

constexpr unsigned kLongestUs = 10'000'000;

void add_polls(Scheduling& t) {
  const auto condition = [](const SchedulingConfig& c) { return c.is_polled(); };
  constexpr std::string_view kPolled = "type `nrtps`, `rtps` or `ugs_ad`";
  t.only_if(t.integer("nominal_polling_interval_us", &SchedulingConfig::nominal_polling_interval_us,
                      kShortestSeriesUs, kLongestUs)
                .unit("us")
                .default_is("20000; 1000000 (nrtps)")
                .source("MULPI TLV 24.17")
                .says("Time between two unicast polls; poll n is due at t0 + n x interval."),
            kPolled, condition);
  t.only_if(t.integer("tolerated_poll_jitter_us", &SchedulingConfig::tolerated_poll_jitter_us, 0,
                      kLongestUs)
                .unit("us")
                .source("MULPI TLV 24.18")
                .says("Largest delay of a poll."),
            kPolled, condition);
}

void add_grants(Scheduling& t) {
  const auto condition = [](const SchedulingConfig& c) { return c.is_unsolicited(); };
  constexpr std::string_view kUnsolicited = "type `ugs` or `ugs_ad`";
  t.only_if(
      t.integer("unsolicited_grant_bytes", &SchedulingConfig::unsolicited_grant_bytes, 16, 65'535)
          .unit("bytes")
          .source("MULPI TLV 24.19; G.711 of 20 ms")
          .says(
              "Bytes of MAC frames in each grant: Ethernet frames with 6 bytes of MAC header each. "
              "The segment header is added."),
      kUnsolicited, condition);
  t.only_if(t.integer("nominal_grant_interval_us", &SchedulingConfig::nominal_grant_interval_us,
                      kShortestSeriesUs, kLongestUs)
                .unit("us")
                .source("MULPI TLV 24.20")
                .says("Time between two grants; grant n is due at t0 + n x interval."),
            kUnsolicited, condition);
  t.only_if(t.integer("tolerated_grant_jitter_us", &SchedulingConfig::tolerated_grant_jitter_us, 0,
                      kLongestUs)
                .unit("us")
                .source("MULPI TLV 24.21")
                .says("Largest delay of a grant."),
            kUnsolicited, condition);
  t.only_if(t.integer("grants_per_interval", &SchedulingConfig::grants_per_interval, 1, 127)
                .source("MULPI TLV 24.22")
                .says("Number of grants per interval."),
            kUnsolicited, condition);
  t.only_if(t.integer("silent_after_grants", &SchedulingConfig::silent_after_grants, 1, 1'000)
                .source("engineering choice")
                .says("Number of consecutive unused grants after which polls replace the grants."),
            "type `ugs_ad`", [](const SchedulingConfig& c) {
              return c.type == SchedulingType::kUgsActivityDetection;
            });
}

void add_proactive(Scheduling& t) {
  const auto condition = [](const SchedulingConfig& c) { return c.is_proactive(); };
  constexpr unsigned kLongestInTlvUs = 65'535;
  t.only_if(
      t.number("guaranteed_grant_rate_mbps", &SchedulingConfig::guaranteed_grant_rate_mbps, 0,
               4'294)
          .unit("Mbit/s")
          .source("MULPI TLV 24.45: bit/s")
          .says("Rate that is granted without requests, of Ethernet bytes in packets of 200 bytes, "
                "as in docsis-ns3. At most `max_sustained_rate_mbps`. 0: no such grants, only "
                "guaranteed requests."),
      "type `pgs`", condition);
  t.only_if(t.integer("guaranteed_grant_interval_us",
                      &SchedulingConfig::guaranteed_grant_interval_us, 0, kLongestInTlvUs)
                .unit("us")
                .default_is("0: the MAP interval")
                .source("MULPI TLV 24.44; 0: docsis-ns3")
                .says("Longest time between two proactive grants. It is rounded down to whole "
                      "minislots, or frames of OFDMA, and is at least one of them."),
            "type `pgs`", condition);
  t.only_if(t.integer("guaranteed_request_interval_us",
                      &SchedulingConfig::guaranteed_request_interval_us, 0, kLongestInTlvUs)
                .unit("us")
                .default_is("0: no polls")
                .source("MULPI TLV 24.46; as unicast polls: engineering choice")
                .says("Time between two unicast polls; poll n comes between t0 + n x interval and "
                      "an interval later. 0, or at least 250."),
            "type `pgs`", condition);
}

Flags policy_bits() {
  return {{"no_broadcast_requests", docsis::kNoBroadcastRequests},
          {"no_multicast_requests", docsis::kNoMulticastRequests},
          {"no_request_data_requests", docsis::kNoRequestDataRequests},
          {"no_request_data_data", docsis::kNoRequestDataData},
          {"no_piggyback", docsis::kNoPiggyback},
          {"no_concatenation", docsis::kNoConcatenation},
          {"no_fragmentation", docsis::kNoFragmentation},
          {"no_header_suppression", docsis::kNoHeaderSuppression},
          {"drop_oversized", docsis::kDropOversized}};
}

}  // namespace

const Table<SchedulingConfig>& scheduling_table() {
  static const Table<SchedulingConfig> table = [] {
    Table<SchedulingConfig> t(
        "scheduling",
        "Scheduling of an upstream service flow. Keys have the names of a configuration file "
        "in JSON (`docsis-vp config decode`); rates are in Mbit/s. Grants and polls are refused if "
        "none of the flow's channels has room for them, beside the largest request region "
        "and the other flows' series. A MAP has a number of minislots, holds a number of "
        "grants of a size, and has elements for at most 117 of them, besides one for other "
        "data.");
    t.set_shorthand("type");
    t.choice<SchedulingType>("type", &SchedulingConfig::type,
                             {{"best_effort", SchedulingType::kBestEffort},
                              {"nrtps", SchedulingType::kNonRealTimePolling},
                              {"rtps", SchedulingType::kRealTimePolling},
                              {"ugs_ad", SchedulingType::kUgsActivityDetection},
                              {"ugs", SchedulingType::kUgs},
                              {"pgs", SchedulingType::kProactiveGrants}})
        .source("MULPI TLV 24.15")
        .says(
            "`best_effort`: requests in contention and by piggyback. `nrtps`: these and unicast "
            "polls. `rtps`: polls only. `ugs_ad`: grants without requests while the flow is "
            "active, otherwise polls. `ugs`: grants without requests. `pgs`: proactive "
            "grants at a guaranteed rate without requests, and requests by piggyback for the "
            "rest.");
    t.flags("request_policy", &SchedulingConfig::request_policy, policy_bits())
        .default_is("[]; for `rtps`, `ugs_ad` and `ugs` the first five, for `pgs` the first four")
        .source("MULPI TLV 24.16, bits 0 to 8")
        .says(
            "Forbidden actions of the modem, and `drop_oversized`: it must drop packets larger "
            "than an unsolicited grant. Only `no_broadcast_requests`, `no_piggyback` and "
            "`drop_oversized` have an effect here, because segments carry all data.");
    t.only_if(
        t.integer("max_grant_bytes", &SchedulingConfig::max_grant_bytes, 64, 1'000'000)
            .unit("bytes")
            .default_is("not limited")
            .source("docsis-ns3")
            .says(
                "Largest number of MAC-frame bytes that one MAP grants, plus the rest of the last "
                "minislot. The remainder waits for the next MAP."),
        "type `best_effort`, `nrtps`, `rtps` or `pgs`",
        [](const SchedulingConfig& c) { return !c.is_unsolicited(); });
    add_polls(t);
    add_grants(t);
    add_proactive(t);
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
