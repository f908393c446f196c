// Declares the configuration of a modem's Ethernet ports.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

enum class LanLine {
  kEthernet,  // frames follow one another at the rate of the port
  kNone,      // frames enter and leave in no time, any number at once
};

struct LanPortConfig {
  std::string name;
  LanLine line = LanLine::kEthernet;
  // Set in a complete scenario. Without a line it only sizes gates.
  std::optional<unsigned> rate_mbps;
  unsigned host_queue_packets = 1000;
};

struct LanConfig {
  std::vector<LanPortConfig> ports;  // at least one in a complete scenario
};

const Table<LanConfig>& lan_table();

}  // namespace docsis_vp::system
