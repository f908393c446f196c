// Declares the configuration of a file-sharing client.
#pragma once

#include <optional>

#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

struct LedbatSettings {
  unsigned connections = 100;
  std::optional<double> cap_mbps;
  unsigned block_bytes = 16'384;
};

const Table<LedbatSettings>& ledbat_table();

}  // namespace docsis_vp::system
