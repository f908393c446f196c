// A golden trace for later versions. DOCSIS_VP_WRITE_GOLDEN=1 writes it again; unimportant columns,
// such as cpu_load, may be removed.
#include "testing/golden.h"
#include "testing/system_test.h"
#include "testing/units.h"

using namespace docsis_vp::testing;  // NOLINT(google-build-using-namespace)

namespace {

using Trace = SystemTest;

TEST_F(Trace, OfTheQueueIsTheOldOne) {
  build(SCENARIOS "/quickstart.json");
  keep_trace();
  run_for(1_s);
  EXPECT_THAT(trace(), FollowsGolden(GOLDEN "/quickstart.csv", Tolerance{0.001, 0}));
}

}  // namespace
