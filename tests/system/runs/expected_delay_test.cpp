// Compares the predicted delay in timeseries.csv with the delay of the packets.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>

#include "system/assembly/system.h"
#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"
#include "tests/system/runs/series.h"

namespace docsis_vp::system::expected_delay_test {
namespace {

struct Delays {
  double expected_ms = 0;
  double met_ms = 0;
};

// Means over the second half of 24 s of two uploads at 20 Mbit/s, of which the radio leaves 10.
Delays congested(const std::string& predictor, const std::string& placement) {
  const TemporaryFolder folder;
  const app::Outcome run = app::run_program(
      "run scenarios/cablelabs-2014/rates.json --quiet --case " + predictor +
      " --set rf.capacity.kind=phantom_load --set rf.capacity.phantom_load_mbps=17 --duration 24 "
      "--set modems.cm0.control_law=" +
      placement + " -o " + folder.path().string());
  if (run.status != 0) throw std::runtime_error(run.err);
  std::ifstream rows(folder.file("timeseries.csv"));
  Series series(rows);
  Delays sum;
  unsigned samples = 0;
  while (series.next()) {
    if (series.cell("service_flow") != "us0" || series.number("time_s") < 12) continue;
    if (series.cell("measured_delay_ms").empty()) continue;
    sum.expected_ms += series.number("predicted_delay_ms");
    sum.met_ms += series.number("measured_delay_ms");
    ++samples;
  }
  return {sum.expected_ms / samples, sum.met_ms / samples};
}

// A tracker's rate is known where the law runs alone, in the CPU or beside the data path.
TEST(ExpectedDelay, OfATrackerIsWhatItsLawSteersBy) {
  for (const char* placement : {"firmware", "hardware"}) {
    for (const char* predictor : {"combined", "rate-tracking"}) {
      const Delays tracked = congested(predictor, placement);
      EXPECT_NEAR(tracked.expected_ms / tracked.met_ms, 1, 0.2) << predictor << ' ' << placement;
      EXPECT_NEAR(tracked.expected_ms, 15, 3) << predictor << ' ' << placement;
    }
  }
  const Delays blind = congested("token-bucket", "firmware");
  EXPECT_LT(blind.expected_ms / blind.met_ms, 0.7);
}

// Where no law is updated, or every queue has a probability of its own, there is no one number.
TEST(ExpectedDelay, IsOfOnePeriodicLawInEitherDirection) {
  const std::map<std::string, bool> laws = {
      {"docsis_pie", true}, {"pie", true},      {"ared", true},     {"red", false},
      {"codel", false},     {"none", false},    {"sfq_pie", false}, {"sfq_naive_pie", false},
      {"sfq_codel", false}, {"fq_codel", false}};
  std::string service_flows;
  for (const auto& [law, is_told] : laws) {
    for (const char* direction : {"upstream", "downstream"}) {
      service_flows.append(service_flows.empty() ? "" : ", ").append(R"({"name": ")");
      service_flows.append(direction).append("_").append(law);
      service_flows.append(R"(", "modem": "cm0", "direction": ")").append(direction);
      service_flows.append(R"(", "max_sustained_rate_mbps": 2, "aqm": ")").append(law);
      service_flows.append("\"}");
    }
  }
  std::stringstream rows;
  {
    System system(load_scenario_text(
        R"({"duration_s": 0.2, "modems": [{"name": "cm0"}], "service_flows": [)" + service_flows +
            R"(], "flows": [{"name": "load", "modem": "cm0", "rate_mbps": 3}]})",
        "test"));
    system.write_time_series(rows);
    system.run();
  }
  std::map<std::string, std::set<bool>> told;  // by service flow
  Series series(rows);
  while (series.next()) {
    for (const char* column : {"predicted_delay_ms", "drop_probability"}) {
      told[series.cell("service_flow")].insert(!series.cell(column).empty());
    }
  }
  for (const auto& [law, is_told] : laws) {
    for (const char* direction : {"upstream_", "downstream_"}) {
      EXPECT_EQ(told[direction + law], std::set<bool>{is_told}) << direction << law;
    }
  }
}

}  // namespace
}  // namespace docsis_vp::system::expected_delay_test
