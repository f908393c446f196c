// A suite built together with the platform.
#include "testing/lookup.h"
#include "testing/matchers.h"
#include "testing/system_test.h"

using namespace docsis_vp::testing;  // NOLINT(google-build-using-namespace)

namespace {

using Line = SystemTest;

// A scenario of the platform, with its firmware by name.
TEST_F(Line, KeepsItsRate) {
  build(SCENARIOS "/quickstart.json");
  run_for(3_s);
  EXPECT_THAT(service_flow(results(), "us0"), RateNear(10, 0.1));
  EXPECT_THAT(system(), Conserves());
}

}  // namespace
