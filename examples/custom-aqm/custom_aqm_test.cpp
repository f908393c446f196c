// Two external algorithms, in a modem and at the CMTS.
#include "lifetime.h"
#include "ramp.h"
#include "system/extension/extensions.h"
#include "testing/lookup.h"
#include "testing/matchers.h"
#include "testing/system_test.h"

using namespace docsis_vp::testing;  // NOLINT(google-build-using-namespace)
using docsis_vp::InputError;
using docsis_vp::system::Extensions;
using docsis_vp::system::ServiceFlowResult;

namespace {

Extensions extensions() {
  return Extensions().add_law(ramp()).add_law(lifetime_algorithm);
}

class CustomAqm : public SystemTest {
 protected:
  ServiceFlowResult run_with(const std::vector<std::string>& sets, const char* flow = "us0") {
    build(SCENARIO, {{}, sets}, extensions());
    run();
    EXPECT_THAT(system(), Conserves());
    return service_flow(results(), flow);
  }
};

// Two thirds of the load fit. The queue settles where the ramp drops one third.
TEST_F(CustomAqm, RampHoldsTheQueueWhereItDropsWhatIsTooMuch) {
  const ServiceFlowResult us0 = run_with({});
  EXPECT_GT(us0.aqm_drops.packets, 1000U);
  EXPECT_EQ(us0.buffer_drops.packets, 0U);
  EXPECT_THAT(us0, RateNear(10, 0.05));
  EXPECT_THAT(us0, DelayPercentileBelow(90, 130_ms));
}

TEST_F(CustomAqm, RampBeginsWhereTheScenarioSays) {
  const ServiceFlowResult us0 = run_with({"service_flows.us0.aqm.parameters.begin_percent=80"});
  EXPECT_THAT(us0, ::testing::Not(DelayPercentileBelow(50, 180_ms)));
}

TEST_F(CustomAqm, LifetimeBoundsTheDelayInTheModem) {
  const ServiceFlowResult us0 = run_with(
      {R"(service_flows.us0.aqm={"algorithm": "custom:lifetime", "parameters": {"lifetime_ms": 30}})"});
  EXPECT_GT(us0.aqm_drops.packets, 1000U);
  EXPECT_THAT(us0, DelayPercentileBelow(100, 40_ms));
}

TEST_F(CustomAqm, LifetimeBoundsTheDelayAtTheCmts) {
  const ServiceFlowResult ds0 = run_with({"service_flows.ds0.aqm=custom:lifetime"}, "ds0");
  EXPECT_GT(ds0.aqm_drops.packets, 1000U);
  EXPECT_THAT(ds0, DelayPercentileBelow(100, 51_ms));
}

// The area follows from the operations that ramp() declares.
TEST_F(CustomAqm, RampHasAnArea) {
  run_with({});
  EXPECT_THAT(results().json(), ::testing::HasSubstr("\"custom:ramp\""));
}

TEST_F(CustomAqm, MistakesAreOneLine) {
  const auto refusal = [this](const std::string& set) -> std::string {
    try {
      build(SCENARIO, {{}, {set}}, extensions());
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_THAT(refusal("service_flows.us0.aqm.algorithm=custom:rammp"),
              ::testing::HasSubstr("did you mean \"ramp\"?"));
  EXPECT_THAT(refusal("service_flows.us0.aqm.parameters.begin=3"),
              ::testing::HasSubstr("did you mean \"begin_percent\"?"));
  EXPECT_THAT(refusal("service_flows.us0.aqm.parameters.begin_percent=100"),
              ::testing::HasSubstr("expected 0 to 99, got 100"));
}

}  // namespace
