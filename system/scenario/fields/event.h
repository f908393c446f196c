// Something that goes wrong or is changed at a given time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "system/scenario/table.h"

namespace docsis_vp::system {

enum class EventKind {
  kLoseMap,
  kLoseRequest,
  kLoseBurst,
  kLosePacket,
  kDelayMap,
  kMissGrant,
  kChangeTransmitChannels,
  kChangeProfile
};

struct EventConfig {
  double time_s = 0;
  EventKind kind = EventKind::kLoseMap;
  std::string modem;  // empty: the event is not one of a modem
  unsigned count = 1;
  // Of a change of transmit channels.
  std::optional<std::string> service_flow;
  std::optional<std::vector<std::string>> channels;
  double exchange_ms = 20;
  // Of a change of profile.
  std::string channel;
  std::optional<double> rate_mbps;
  std::optional<unsigned> bits_per_s_per_hz;
  double ucd_lead_ms = 20;

  bool goes_wrong() const { return kind < EventKind::kChangeTransmitChannels; }
};

const Table<EventConfig>& event_table();

}  // namespace docsis_vp::system
