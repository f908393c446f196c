// After something was lost the rate of a saturated flow is what it was before.
#include <gmock/gmock.h>

#include <algorithm>

#include "tests/system/runs/run.h"

namespace docsis_vp::system::recovery_test {
namespace {

double rate_after(const std::string& scenario) {
  const JsonNode results = run_results(scenario + " --set stats.warmup_s=10");
  return number(results, "service_flows.0.sent_mbps");
}

class Recovery : public ::testing::TestWithParam<const char*> {};

TEST_P(Recovery, KeepsTheRateOfTheNextFiftySeconds) {
  const std::string scenario = std::string("scenarios/recovery-") + GetParam() + ".json";
  const double undisturbed = rate_after("scenarios/overload.json");
  EXPECT_NEAR(rate_after(scenario) / undisturbed, 1, 0.003);
}

TEST_P(Recovery, EveryScriptedEventStruck) {
  const std::string scenario = std::string("scenarios/recovery-") + GetParam() + ".json";
  const JsonNode results = run_results(scenario + " --duration 11");
  EXPECT_EQ(results.find("events")->elements.size(),
            results.find("config")->find("events")->elements.size());
}

INSTANTIATE_TEST_SUITE_P(All, Recovery,
                         ::testing::Values("lost-maps", "lost-request", "lost-burst",
                                           "missed-grants"),
                         [](const auto& scenario) {
                           std::string name = scenario.param;
                           name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
                           return name;
                         });

TEST(RecoveryCounters, MissesAndLossesAreCounted) {
  const JsonNode missed = run_results("scenarios/recovery-missed-grants.json --duration 11");
  EXPECT_EQ(number(missed, "mac.grants_missed"), 2);
  EXPECT_EQ(number(missed, "mac.missed_by_cause.scripted"), 2);
  EXPECT_EQ(missed.find("mac")->find("missed_grants")->elements.size(), 2U);
  EXPECT_EQ(number(missed, "service_flows.0.rf_lost"), 0);
  const JsonNode lost = run_results("scenarios/recovery-lost-burst.json --duration 11");
  EXPECT_GT(number(lost, "service_flows.0.rf_lost"), 0);
  EXPECT_EQ(number(lost, "mac.grants_missed"), 0);
}

}  // namespace
}  // namespace docsis_vp::system::recovery_test
