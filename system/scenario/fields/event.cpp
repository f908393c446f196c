#include "system/scenario/fields/event.h"

namespace docsis_vp::system {

namespace {

bool moves(const EventConfig& event) {
  return event.kind == EventKind::kChangeTransmitChannels;
}
bool changes_profile(const EventConfig& event) {
  return event.kind == EventKind::kChangeProfile;
}

void add_move(Table<EventConfig>& t) {
  constexpr const char* kMove = "kind = change_transmit_channels";
  t.only_if(t.identifier("service_flow", &EventConfig::service_flow), kMove, moves)
      .default_is("all upstream of the modem")
      .says("The one that changes channels.");
  t.only_if(t.names("channels", &EventConfig::channels), kMove, moves)
      .required()
      .source("MULPIv3.1: dynamic bonding change")
      .says("Upstream channels that it may be granted on from then on.");
  t.only_if(t.number("exchange_ms", &EventConfig::exchange_ms, 0, 60'000), kMove, moves)
      .unit("ms")
      .says(
          "What DBC-REQ and DBC-RSP take together. The CMTS grants no longer on channels taken "
          "away when it begins, the modem changes halfway, the CMTS grants on channels that are "
          "new when it is over.");
}

void add_profile(Table<EventConfig>& t) {
  constexpr const char* kProfile = "kind = change_profile";
  t.only_if(t.identifier("channel", &EventConfig::channel), kProfile, changes_profile)
      .required()
      .says("The upstream channel that changes.");
  t.only_if(t.number("rate_mbps", &EventConfig::rate_mbps, 0.1, 10'000), kProfile, changes_profile)
      .unit("Mbit/s")
      .default_is("must be given for a TDMA channel")
      .says("TDMA: what it carries from then on; its minislots last as long as before.");
  t.only_if(t.integer("bits_per_s_per_hz", &EventConfig::bits_per_s_per_hz, 1, 12), kProfile,
            changes_profile)
      .default_is("must be given for an OFDMA channel")
      .says("OFDMA: its spectral efficiency from then on.");
  t.only_if(t.number("ucd_lead_ms", &EventConfig::ucd_lead_ms, -10'000, 10'000), kProfile,
            changes_profile)
      .unit("ms")
      .says(
          "How long before `time_s` the modems have read the UCD that announces it. Negative: so "
          "much later, and until then they ignore the MAPs, which name a UCD they do not know.");
}

}  // namespace

const Table<EventConfig>& event_table() {
  static const Table<EventConfig> table = [] {
    Table<EventConfig> t(
        "event", "Something that goes wrong or is changed; results list it under `events`.");
    t.number("time_s", &EventConfig::time_s, 0, 86'400)
        .required()
        .unit("s")
        .says("It strikes what comes first at or after this time.");
    t.choice<EventKind>("kind", &EventConfig::kind,
                        {{"lose_map", EventKind::kLoseMap},
                         {"lose_request", EventKind::kLoseRequest},
                         {"lose_burst", EventKind::kLoseBurst},
                         {"lose_packet", EventKind::kLosePacket},
                         {"delay_map", EventKind::kDelayMap},
                         {"miss_grant", EventKind::kMissGrant},
                         {"change_transmit_channels", EventKind::kChangeTransmitChannels},
                         {"change_profile", EventKind::kChangeProfile}})
        .required()
        .says(
            "A MAP or a packet does not reach the modem, or a MAP `rf.map_delay_us` late; a "
            "request frame or a data burst does not reach the CMTS; the burst builder cannot meet "
            "the deadline of a grant; or the CMTS moves service flows to other upstream channels, "
            "or gives a channel another profile.");
    t.only_if(t.identifier("modem", &EventConfig::modem), "not with kind = change_profile",
              [](const EventConfig& event) { return !changes_profile(event); })
        .required()
        .says("Whose.");
    t.only_if(t.integer("count", &EventConfig::count, 1, 1'000'000), "where something goes wrong",
              [](const EventConfig& event) { return event.goes_wrong(); })
        .says("How many in a row.");
    add_move(t);
    add_profile(t);
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
