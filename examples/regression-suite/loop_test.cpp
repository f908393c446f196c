// The request-grant loop under faults of the plant.
#include "testing/lookup.h"
#include "testing/matchers.h"
#include "testing/system_test.h"

using namespace docsis_vp::testing;  // NOLINT(google-build-using-namespace)

namespace {

using Loop = SystemTest;

TEST_F(Loop, BuildsEveryBurstInTime) {
  build(SCENARIOS "/quickstart.json");
  run_for(10_s);
  EXPECT_THAT(results(), NoGrantMissed());
  EXPECT_THAT(system(), Conserves());
}

// One MAP in twenty is lost: the modem requests the bytes again and loses none.
TEST_F(Loop, HealsWhenMapsAreLost) {
  build(SCENARIOS "/quickstart.json", {{}, {"rf.map_loss_percent=5"}});
  run_for(10_s);
  EXPECT_GT(results().mac.plant.maps_lost, 100U);
  EXPECT_THAT(service_flow(results(), "us0"), RateNear(10, 0.1));
  EXPECT_THAT(system(), Conserves());
}

}  // namespace
