// Something that goes wrong at a given time.
#pragma once

#include <string>

#include "system/scenario/table.h"

namespace docsis_vp::system {

enum class EventKind { kLoseMap, kLoseRequest, kLoseBurst, kLosePacket, kDelayMap, kMissGrant };

struct EventConfig {
  double time_s = 0;
  EventKind kind = EventKind::kLoseMap;
  std::string modem;
  unsigned count = 1;
};

const Table<EventConfig>& event_table();

}  // namespace docsis_vp::system
