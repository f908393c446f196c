// Declares the configuration of the upstream capacity that other traffic leaves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

enum class CapacityKind { kPhantomLoad, kUniformGrants, kAllTransitions, kTrace };

struct CapacityProfileConfig {
  CapacityKind kind = CapacityKind::kPhantomLoad;
  double phantom_load_mbps = 0;
  unsigned mean_grant_bytes = 1'250;
  unsigned variation_percent = 20;
  std::vector<double> rates_mbps;
  double hold_s = 10;
  std::string file;
  std::optional<double> repeat_s;
};

const Table<CapacityProfileConfig>& capacity_table();

}  // namespace docsis_vp::system
