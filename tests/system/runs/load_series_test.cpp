// Loads of a modem's parts in timeseries.csv, by value.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "system/assembly/system.h"
#include "system/scenario/read/load.h"
#include "tests/system/runs/series.h"

namespace docsis_vp::system::load_series_test {
namespace {

// A packet of 1000 bytes every millisecond from 0.5 ms on; a row every 10 ms.
std::string scenario(const std::string& modem, const std::string& more = "") {
  return R"({"duration_s": 0.5, "stats": {"queue_interval_s": 0.01},
    "modems": [{"name": "cm", )" +
         modem + R"(}],
    "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 20}],
    "flows": [{"name": "x", "modem": "cm", "interval_us": 1000, "phase_us": 500,
               "packet_bytes": 1000}])" +
         more + "}";
}

struct SeriesRun {
  explicit SeriesRun(const std::string& text) : system(load_scenario_text(text, "test")) {
    system.write_time_series(rows);
    system.run();
  }

  System system;
  std::stringstream rows;
};

// A packet takes 10 000 beats to write and as many to read, so ten of them 200 000 of 2.5 million.
TEST(LoadSeries, ThePortsLoadIsThatOfItsBeats) {
  SeriesRun run(
      scenario(R"("queue_memory": {"port_bytes_per_cycle": 1, "port_efficiency_percent": 10})"));
  Series series(run.rows);
  ASSERT_TRUE(series.next());
  EXPECT_EQ(series.cell("port_load"), "") << "nothing was before";
  EXPECT_EQ(series.cell("missed_grants"), "");
  double sum = 0;
  unsigned rows = 0;
  while (series.next()) {
    const double load = series.number("port_load");
    sum += load;
    ++rows;
    if (series.number("time_s") > 0.05) {
      EXPECT_NEAR(load, 0.08, 3 * 10'000 / 2.5e6) << "a burst has up to three packets";
    }
    EXPECT_EQ(series.cell("cpu_load"), "");
    EXPECT_EQ(series.cell("hold_packets"), "");
  }
  const Results results = run.system.results();
  const PortResult& port = results.placements[0].port;
  EXPECT_GE(rows, 49U);
  EXPECT_NEAR(sum / rows, port.read_share + port.write_share, 0.002);
  EXPECT_NEAR(port.write_share, 500 * 10'000 / 125e6, 1e-4);
}

TEST(LoadSeries, TheCpusLoadAddsUpToItsUtilization) {
  SeriesRun run(scenario(R"("control_law": "firmware", "cpu": {"background_load":
                      {"utilization": 0.5, "period_us": 1000}})"));
  Series series(run.rows);
  ASSERT_TRUE(series.next());
  double sum = 0;
  unsigned rows = 0;
  while (series.next()) {
    const double load = series.number("cpu_load");
    EXPECT_GT(load, 0.45);
    EXPECT_LT(load, 0.60);
    sum += load;
    ++rows;
  }
  EXPECT_NEAR(sum / rows, run.system.results().cpus[0].utilization, 0.01);
}

// The interrupt comes 60 ms after the first packet: until then all wait.
TEST(LoadSeries, TheHoldsDepthIsWhatWaitsForAVerdict) {
  SeriesRun run(
      scenario(R"("control_law": "firmware", "drop": "firmware", "cpu": {"profile": "zero"},
                      "ingress_hold": {"moderation_packets": 1024, "moderation_us": 60000})"));
  Series series(run.rows);
  for (int row = 0; row <= 6; ++row) {
    ASSERT_TRUE(series.next());
    EXPECT_EQ(series.number("hold_packets"), 10 * row);
    EXPECT_EQ(series.number("hold_bytes"), 10'000 * row);
  }
  ASSERT_TRUE(series.next());
  EXPECT_EQ(series.number("hold_packets"), 9) << "those of 61.5 to 69.5 ms";
}

TEST(LoadSeries, MissedGrantsAreThoseSinceTheRowBefore) {
  SeriesRun run(scenario(R"("control_law": "hardware")",
                         R"(, "events": [{"kind": "miss_grant", "modem": "cm", "time_s": 0.202,
                                    "count": 3}])"));
  Series series(run.rows);
  ASSERT_TRUE(series.next());
  std::vector<double> missed;
  while (series.next()) {
    missed.push_back(series.number("missed_grants"));
    const bool may_be = series.number("time_s") > 0.205 && series.number("time_s") < 0.235;
    EXPECT_TRUE(may_be || missed.back() == 0) << series.cell("time_s");
  }
  double sum = 0;
  for (const double each : missed) {
    sum += each;
  }
  EXPECT_EQ(sum, 3);
}

}  // namespace
}  // namespace docsis_vp::system::load_series_test
