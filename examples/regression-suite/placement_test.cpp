// The same law in gates and in firmware.
#include "testing/lookup.h"
#include "testing/matchers.h"
#include "testing/system_test.h"

using namespace docsis_vp::testing;  // NOLINT(google-build-using-namespace)

namespace {

class Placement : public SystemTest, public ::testing::WithParamInterface<const char*> {};

TEST_P(Placement, HoldsTheTargetDelay) {
  build(SCENARIOS "/quickstart.json", {{}, {std::string("modems.cm0.control_law=") + GetParam()}});
  run_for(20_s);
  EXPECT_THAT(service_flow(results(), "us0"), DelayPercentileBelow(50, 25_ms));
}

INSTANTIATE_TEST_SUITE_P(InGatesAndFirmware, Placement, ::testing::Values("hardware", "firmware"));

}  // namespace
