// Declares the configuration of the measurements of a run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

// Selects the rate that is divided into max-min fair shares.
enum class ShareOf {
  kConsumed,  // the flows' total goodput
  kRate,      // the service flow's maximum sustained rate
};

struct StatsConfig {
  double warmup_s = 0;
  double goodput_interval_s = 1;
  double queue_interval_s = 0.01;
  double tcp_interval_s = 0.1;
  std::optional<std::vector<std::string>> columns;  // optional columns of timeseries.csv
  std::optional<bool> delay_stages;                 // trace packets and sum their delays by stage
  ShareOf fair_shares_of = ShareOf::kConsumed;
};

const Table<StatsConfig>& stats_table();

}  // namespace docsis_vp::system
