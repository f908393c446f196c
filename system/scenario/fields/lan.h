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

// Rate control of the stations and the access point.
enum class WifiRateControl {
  kMinstrel,
  kFixed,
};

struct WifiSnrStep {
  double at_s = 0;
  double snr_db = 0;
};

struct WifiStationKeys {
  std::string name;
  std::optional<double> snr_db;       // set in a complete scenario
  std::optional<unsigned> rate_mbps;  // the same, if rates are fixed
  std::vector<WifiSnrStep> snr_steps;
};

// An 802.11g cell in place of the Ethernet line.
struct WifiKeys {
  WifiRateControl rate_control = WifiRateControl::kMinstrel;
  std::optional<unsigned> rate_mbps;  // set in a complete scenario if rates are fixed
  double snr_db = 30;
  unsigned ap_queue_packets = 1000;
  unsigned retry_limit = 7;
  std::vector<WifiStationKeys> stations;  // those that flows name
};

struct LanPortConfig {
  std::string name;
  LanLine line = LanLine::kEthernet;
  // Set in a complete scenario. Without a line it only sizes gates.
  std::optional<unsigned> rate_mbps;
  unsigned host_queue_packets = 1000;
  std::optional<WifiKeys> wifi;
};

struct LanConfig {
  std::vector<LanPortConfig> ports;  // at least one in a complete scenario
};

const Table<LanConfig>& lan_table();

}  // namespace docsis_vp::system
