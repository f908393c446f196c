// Configuration of a modem's Ethernet ports.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

struct LanPortConfig {
  std::string name;
  std::optional<unsigned> rate_mbps;  // set in a complete scenario
  unsigned host_queue_packets = 1000;
};

struct LanConfig {
  std::vector<LanPortConfig> ports;  // at least one in a complete scenario
};

const Table<LanConfig>& lan_table();

}  // namespace docsis_vp::system
