#include "system/scenario/fields/stats.h"

#include "system/scenario/table.h"

namespace docsis_vp::system {

const Table<StatsConfig>& stats_table() {
  static const Table<StatsConfig> table = [] {
    Table<StatsConfig> t("stats", "What the statistics leave out.");
    t.number("warmup_s", &StatsConfig::warmup_s, 0, 86'400)
        .unit("s")
        .says(
            "Packets that leave their queue before this time count in no mean and no percentile "
            "of the queue, packets sent before it in none of their flow; counters cover the whole "
            "run.");
    t.number("goodput_interval_s", &StatsConfig::goodput_interval_s, 0.001, 86'400)
        .unit("s")
        .says("Interval of `goodput_series_mbps`, from the start of the run on.");
    t.number("queue_interval_s", &StatsConfig::queue_interval_s, 0.001, 1)
        .unit("s")
        .says("Time from one row of a service flow in timeseries.csv to the next.");
    t.number("tcp_interval_s", &StatsConfig::tcp_interval_s, 0, 86'400)
        .unit("s")
        .says(
            "Time from one row of a TCP flow in timeseries.csv to the next, 0.001 or more; 0: "
            "none.");
    t.choice<ShareOf>("fair_shares_of", &StatsConfig::fair_shares_of,
                      {{"consumed", ShareOf::kConsumed}, {"rate", ShareOf::kRate}})
        .source("clemson-2015 sec. 3.1.4; clemson-2014")
        .says(
            "What is divided into max-min fair shares among the flows of a direction: what they "
            "got together, or the rate of the channels of that direction together; of either, "
            "those of a service flow have no more than its maximum sustained rate. A flow counts "
            "as if it was there all the time that is measured, whatever its `start_s` and "
            "`stop_s`.");
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
