// A few points of the response functions; response_nightly_test.cpp has the others.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/models/hosts/tcp/congestion/response_run.h"

namespace docsis_vp::hosts::response_test {
namespace {

ResponseRun reno(double loss, bool periodic) {
  ResponseRun run;
  run.congestion.algorithm = "reno";
  run.loss = loss;
  run.periodic = periodic;
  run.rtt = 20 * kPsPerMs;
  run.losses = periodic ? 60 : 300;
  return run;
}

TEST(ResponseFunction, OfRenoIsTheSquareRootOfRandomLoss) {
  for (const double loss : {1e-3, 3e-3, 1e-2}) {
    const Response response = measure_response(reno(loss, false));
    EXPECT_NEAR(response.window / reno_response(response.loss), 1, 0.1) << loss;
  }
}

TEST(ResponseFunction, OfRenoIsTheSquareRootOfPeriodicLossLessItsRecovery) {
  for (const double loss : {1e-4, 1e-3, 1e-2}) {
    const Response response = measure_response(reno(loss, true));
    EXPECT_NEAR(response.window / reno_cycle_response(response.loss), 1, 0.06) << loss;
    EXPECT_EQ(response.timeouts, 0u) << loss;
  }
}

TEST(ResponseFunction, OfCubicIsTheLargerOfItsOwnAndRenos) {
  for (const double loss : {5e-4, 2e-3, 1e-2}) {
    ResponseRun run;
    run.loss = loss;
    run.congestion.cubic.fast_convergence = false;
    run.warmup_losses = 400;  // the plateau creeps to its place by the cube of its distance
    const Response response = measure_response(run);
    const double expected =
        std::max(cubic_cycle_response(response.loss, 0.1), reno_cycle_response(response.loss));
    EXPECT_NEAR(response.window / expected, 1, 0.06) << loss;
  }
}

}  // namespace
}  // namespace docsis_vp::hosts::response_test
