// Declares the configuration of the listener of a voice or gaming flow.
#pragma once

#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

struct VoipSettings {
  double late_ms = 60;
  double added_latency_ms = 20;
};

const Table<VoipSettings>& voip_table();

}  // namespace docsis_vp::system
