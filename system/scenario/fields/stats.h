// What a run measures, and when.
#pragma once

#include "system/scenario/table.h"

namespace docsis_vp::system {

struct StatsConfig {
  double warmup_s = 0;
};

const Table<StatsConfig>& stats_table();

}  // namespace docsis_vp::system
