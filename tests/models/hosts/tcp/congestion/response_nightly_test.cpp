// The response functions from 1e-4 to 1e-2, losses at random and at equal distances.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/models/hosts/tcp/congestion/response_run.h"

namespace docsis_vp::hosts::response_nightly_test {
namespace {

const std::vector<double> kLosses = {1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2};

TEST(ResponseFunctionNightly, OfRenoWithRandomLosses) {
  for (const double loss : kLosses) {
    ResponseRun run;
    run.congestion.algorithm = "reno";
    run.loss = loss;
    run.periodic = false;
    run.rtt = 20 * kPsPerMs;
    run.losses = 1000;
    const Response response = measure_response(run);
    EXPECT_NEAR(response.window / reno_response(response.loss), 1, 0.1) << loss;
  }
}

// Without byte counting delayed acknowledgments halve the growth. At more loss windows are below
// 18 segments, where the round trips that pass before a window is halved and grows count.
TEST(ResponseFunctionNightly, OfRenoWithDelayedAcknowledgments) {
  for (const double loss : kLosses) {
    if (loss > 2e-3) continue;
    for (const bool periodic : {true, false}) {
      ResponseRun run;
      run.congestion.algorithm = "reno";
      run.congestion.reno.byte_counting = false;
      run.ack_every = 2;
      run.loss = loss;
      run.periodic = periodic;
      run.rtt = 20 * kPsPerMs;
      run.losses = periodic ? 60 : 1000;
      const Response response = measure_response(run);
      const double expected =
          periodic ? reno_cycle_response(response.loss, 2) : reno_response(response.loss, 2);
      EXPECT_NEAR(response.window / expected, 1, 0.1) << loss << (periodic ? " periodic" : "");
    }
  }
}

TEST(ResponseFunctionNightly, OfCubicWithAndWithoutItsRenoFriendlyRegion) {
  for (const double loss : kLosses) {
    for (const bool friendly : {true, false}) {
      ResponseRun run;
      run.loss = loss;
      run.congestion.cubic.fast_convergence = false;
      run.congestion.cubic.reno_friendly = friendly;
      run.warmup_losses = 400;
      const Response response = measure_response(run);
      double expected = cubic_cycle_response(response.loss, 0.1);
      if (friendly) expected = std::max(expected, reno_cycle_response(response.loss));
      EXPECT_NEAR(response.window / expected, 1, 0.06) << loss;
      // The formula as it stands in the RFC, where windows are large enough for it.
      if (!friendly && loss <= 5e-3) {
        EXPECT_NEAR(response.window / cubic_response(response.loss, 0.1), 1, 0.1) << loss;
      }
    }
  }
}

}  // namespace
}  // namespace docsis_vp::hosts::response_nightly_test
