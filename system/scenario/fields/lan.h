// The user's side of a modem: its Ethernet ports.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "system/scenario/table_fwd.h"

namespace docsis_vp::system {

struct LanPortConfig {
  std::string name;
  std::optional<unsigned> rate_mbps;  // complete: given
  unsigned host_queue_packets = 1000;
};

struct LanConfig {
  std::vector<LanPortConfig> ports;  // complete: at least one
};

const Table<LanConfig>& lan_table();

}  // namespace docsis_vp::system
