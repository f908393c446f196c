// Rates of queues in timeseries.csv, columns that must be asked for.
#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "system/assembly/system.h"
#include "system/scenario/read/load.h"
#include "tests/system/runs/series.h"

namespace docsis_vp::system::rate_series_test {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

// 20 Mbit/s for a flow that is offered 40 from 10 ms to 400 ms.
std::string scenario(const std::string& aqm, const std::string& columns) {
  return R"({"duration_s": 0.6, "stats": {"queue_interval_s": 0.02)" + columns +
         R"(}, "modems": [{"name": "cm"}],
    "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 20,
                       "max_burst_bytes": 3044, "buffer_bytes": 400000, "aqm": )" +
         aqm + R"(}],
    "flows": [{"name": "x", "modem": "cm", "interval_us": 200, "start_s": 0.01, "stop_s": 0.4,
               "packet_bytes": 1000}]})";
}

std::string rows_of(const std::string& text) {
  std::stringstream rows;
  System system(load_scenario_text(text, "test"));
  system.write_time_series(rows);
  system.run();
  return rows.str();
}

TEST(RateSeries, ColumnsAreThereOnlyIfAskedFor) {
  const std::string rows = rows_of(scenario(R"("none")", ""));
  EXPECT_THAT(rows.substr(0, rows.find('\n')), EndsWith(",hold_bytes,missed_grants"));
}

TEST(RateSeries, TheDepartureRateIsThatOfTheLinkWhileThereIsABacklog) {
  std::istringstream rows(
      rows_of(scenario(R"("none")", R"(, "columns": ["departure_rate_mbps"])")));
  Series series(rows);
  unsigned with_rate = 0;
  while (series.next()) {
    const double time_s = series.number("time_s");
    if (time_s < 0.015 || time_s > 0.59) {
      EXPECT_EQ(series.cell("departure_rate_mbps"), "") << time_s;
    } else if (time_s > 0.07 && time_s < 0.4) {
      // Bursts of one MAP more or less.
      EXPECT_NEAR(series.number("departure_rate_mbps"), 20, 3) << time_s;
      ++with_rate;
    }
  }
  EXPECT_GE(with_rate, 15U);
}

constexpr const char* kAllRates =
    R"(, "columns": ["estimated_rate_mbps", "departure_rate_mbps", "rate_error_percent"])";

struct Estimator {
  const char* name;
  const char* aqm;
  bool has_estimate;
};

class Estimates : public ::testing::TestWithParam<Estimator> {};

// A tracker follows grants, a meter departures. Single values of a meter that weighs its last
// measurement by half jump with the bursts of a MAP.
TEST_P(Estimates, ComeNearTheDepartureRateAndTheirErrorIsThatAgainstIt) {
  std::istringstream rows(rows_of(scenario(GetParam().aqm, kAllRates)));
  Series series(rows);
  std::vector<double> estimates;
  while (series.next()) {
    if (!GetParam().has_estimate) {
      EXPECT_EQ(series.cell("estimated_rate_mbps"), "");
      EXPECT_EQ(series.cell("rate_error_percent"), "");
      continue;
    }
    const double time_s = series.number("time_s");
    if (time_s > 0.15 && time_s < 0.39) {
      const double estimate = series.number("estimated_rate_mbps");
      EXPECT_NEAR(series.number("rate_error_percent"),
                  100 * (estimate / series.number("departure_rate_mbps") - 1), 1e-9);
      estimates.push_back(estimate);
    }
  }
  if (GetParam().has_estimate) {
    ASSERT_GE(estimates.size(), 10U);
    const auto median = estimates.begin() + static_cast<std::ptrdiff_t>(estimates.size() / 2);
    std::nth_element(estimates.begin(), median, estimates.end());
    EXPECT_NEAR(*median, 20, 3);
  }
}

INSTANTIATE_TEST_SUITE_P(
    RateSeries, Estimates,
    ::testing::Values(
        Estimator{"tracker", R"({"algorithm": "docsis_pie", "predictor": "rate_tracking"})", true},
        Estimator{"pie", R"({"algorithm": "pie", "estimator": "departure_rate"})", true},
        Estimator{"codel_dt", R"("codel_dt")", true},
        Estimator{"docsis_pie", R"("docsis_pie")", false}, Estimator{"codel", R"("codel")", false},
        Estimator{"none", R"("none")", false}),
    [](const auto& of) { return std::string(of.param.name); });

// The buffer is empty again before the end.
TEST(RateSeries, WhatWasOfferedWasSentOrDropped) {
  std::istringstream rows(rows_of(scenario(
      R"("none")", R"(, "columns": ["offered_mbps", "sent_mbps", "aqm_drops", "buffer_drops",
                                    "ingress_drops", "other_drops"])")));
  Series series(rows);
  ASSERT_TRUE(series.next());
  EXPECT_EQ(series.cell("offered_mbps"), "");
  EXPECT_EQ(series.cell("buffer_drops"), "");
  constexpr double kBytesPerMbps = 0.02 * 1e6 / 8;
  double offered_bytes = 0;
  double sent_bytes = 0;
  double dropped = 0;
  while (series.next()) {
    offered_bytes += kBytesPerMbps * series.number("offered_mbps");
    sent_bytes += kBytesPerMbps * series.number("sent_mbps");
    dropped += series.number("buffer_drops");
    for (const char* none : {"aqm_drops", "ingress_drops", "other_drops"}) {
      EXPECT_EQ(series.cell(none), "0") << none;
    }
  }
  EXPECT_EQ(series.number("queue_bytes"), 0);
  EXPECT_NEAR(offered_bytes, 1'950'000, 1);
  EXPECT_GT(dropped, 400);
  EXPECT_NEAR(offered_bytes, sent_bytes + 1'000 * dropped, 1);
}

TEST(RateSeries, RefusesColumnsThatNobodyMayAskFor) {
  const auto message = [](const std::string& columns) {
    try {
      load_scenario_text(scenario(R"("none")", columns), "test");
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(message(R"(, "columns": "departure_rate")"),
              EndsWith("stats.columns: expected optional columns, got "
                       "\"departure_rate\", did you mean \"departure_rate_mbps\"?"));
  EXPECT_THAT(message(R"(, "columns": ["queue_bytes"])"),
              HasSubstr("got \"queue_bytes\", known are departure_rate_mbps, "));
  EXPECT_THAT(message(R"(, "columns": ["departure_rate_mbps", "departure_rate_mbps"])"),
              EndsWith("expected each column once, got \"departure_rate_mbps\" twice"));
}

}  // namespace
}  // namespace docsis_vp::system::rate_series_test
