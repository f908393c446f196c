// A suite with an sc_main of its own.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "testing/lookup.h"
#include "testing/matchers.h"
#include "testing/recording.h"
#include "testing/suite.h"
#include "testing/system_test.h"
#include "tests/testing/short_scenario.h"

namespace docsis_vp::testing::suite_with_sc_main {
namespace {

using Short = SystemTest;

TEST_F(Short, One) {
  build_text(kShortScenario);
  run();
  EXPECT_THAT(results(), NoGrantMissed());
}
TEST_F(Short, Two) {
  build_text(kShortScenario);
  run();
  EXPECT_THAT(system(), Conserves());
}

// Its recording takes more than 5 s of the host, in samples of 0.1 s.
TEST_F(Short, FailsIfToldTo) {
  const bool fails = std::getenv("SUITE_FAILS") != nullptr;
  build_text(kShortScenario, {{}, {"duration_s=0.5"}});
  if (recording_order()) {
    system().on_progress([](double) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      return true;
    });
  }
  run();
  EXPECT_FALSE(fails);
}

}  // namespace
}  // namespace docsis_vp::testing::suite_with_sc_main

int sc_main(int argc, char** argv) {
  docsis_vp::testing::init_suite(&argc, argv);
  const int status = docsis_vp::testing::run_suite();
  std::printf("own sc_main ends with %d\n", status);
  return status;
}
