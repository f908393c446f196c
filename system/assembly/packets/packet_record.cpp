#include "system/assembly/packets/packet_record.h"

namespace docsis_vp::system {

namespace {

template <typename Value, std::size_t kCount>
const char* look_up(const char* const (&names)[kCount], Value value) {
  return names[static_cast<std::size_t>(value)];
}

}  // namespace

const char* name_of(PacketOutcome outcome) {
  static constexpr const char* kNames[] = {"in_flight", "delivered", "dropped"};
  return look_up(kNames, outcome);
}

const char* name_of(PacketVerdict verdict) {
  static constexpr const char* kNames[] = {"", "accept", "mark", "drop", "full"};
  return look_up(kNames, verdict);
}

const char* name_of(LossCause cause) {
  static constexpr const char* kNames[] = {
      "",     "host_queue",  "wire_buffer",    "oversize", "ingress_fifo", "ingress_hold",
      "aqm",  "buffer_full", "request_giveup", "rf",       "resequencer",  "lan_egress",
      "other"};
  return look_up(kNames, cause);
}

const char* name_of(PacketPlace place) {
  static constexpr const char* kNames[] = {"host", "wire", "modem", "aqm", "queue", "rf", "cmts"};
  return look_up(kNames, place);
}

const char* name_of(GrantOrigin origin) {
  static constexpr const char* kNames[] = {"",          "contention",  "poll",
                                           "piggyback", "unsolicited", "surplus"};
  return look_up(kNames, origin);
}

const char* name_of(Station station) {
  static constexpr const char* kNames[] = {"created",  "entered",   "classified",   "judged",
                                           "released", "requested", "map_received", "map_parsed",
                                           "window",   "read",      "ready",        "rf_start",
                                           "rf_end",   "received",  "passed_on",    "delivered"};
  return look_up(kNames, station);
}

}  // namespace docsis_vp::system
