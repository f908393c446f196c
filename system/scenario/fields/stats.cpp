#include "system/scenario/fields/stats.h"

#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

const Table<StatsConfig>& stats_table() {
  static const Table<StatsConfig> table = [] {
    Table<StatsConfig> t("stats", "Scope and intervals of the statistics.");
    t.number("warmup_s", &StatsConfig::warmup_s, 0, 86'400)
        .unit("s")
        .says(
            "End of the warm-up. Means and percentiles of a queue leave out packets that left it "
            "earlier, and those of a flow leave out packets sent earlier. Counters cover the "
            "whole run.");
    t.number("goodput_interval_s", &StatsConfig::goodput_interval_s, 0.001, 86'400)
        .unit("s")
        .says("Interval of `goodput_series_mbps`, from the start of the run.");
    t.number("queue_interval_s", &StatsConfig::queue_interval_s, 0.001, 1)
        .unit("s")
        .says("Time between two rows of a service flow in timeseries.csv.");
    t.number("tcp_interval_s", &StatsConfig::tcp_interval_s, 0, 86'400)
        .unit("s")
        .says(
            "Time from one row of a TCP flow in timeseries.csv to the next, 0.001 or more; 0: "
            "none.");
    t.names("columns", &StatsConfig::columns)
        .default_is("none")
        .says(
            "Columns of timeseries.csv that must be asked for, see "
            "[results-reference.md](results-reference.md#columns-that-must-be-asked-for).");
    t.boolean("delay_stages", &StatsConfig::delay_stages)
        .default_is("false")
        .says(
            "Adds `delay_stages` to results.json: where the delay of packets goes, stage by stage. "
            "Each packet is followed, so the run takes longer; nothing else changes.");
    t.choice<ShareOf>("fair_shares_of", &StatsConfig::fair_shares_of,
                      {{"consumed", ShareOf::kConsumed}, {"rate", ShareOf::kRate}})
        .source("clemson-2015 sec. 3.1.4; clemson-2014")
        .says(
            "Rate that is divided into max-min fair shares among the flows of a direction. "
            "`consumed`: their total goodput. `rate`: the rate of the channels of that "
            "direction. In both cases the flows of a service flow get at most its maximum "
            "sustained rate. A flow counts for the whole measured time, whatever its `start_s` "
            "and `stop_s`.");
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
