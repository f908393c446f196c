#include "system/scenario/fields/event.h"

namespace docsis_vp::system {

const Table<EventConfig>& event_table() {
  static const Table<EventConfig> table = [] {
    Table<EventConfig> t("event", "Something that goes wrong; results list it under `events`.");
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
                         {"miss_grant", EventKind::kMissGrant}})
        .required()
        .says(
            "A MAP or a packet does not reach the modem, or a MAP `rf.map_delay_us` late; a "
            "request frame or a data burst does not reach the CMTS; or the burst builder cannot "
            "meet the deadline of a grant.");
    t.identifier("modem", &EventConfig::modem).required().says("Whose.");
    t.integer("count", &EventConfig::count, 1, 1'000'000).says("How many in a row.");
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
