#include "system/scenario/fields/stats.h"

namespace docsis_vp::system {

const Table<StatsConfig>& stats_table() {
  static const Table<StatsConfig> table = [] {
    Table<StatsConfig> t("stats", "What the statistics leave out.");
    t.number("warmup_s", &StatsConfig::warmup_s, 0, 86'400)
        .unit("s")
        .says(
            "Packets that leave their queue before this time count in no mean and no "
            "percentile; counters cover the whole run.");
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
