// A claim of cablelabs-2014 sec. 7: the token bucket's state predicts the delay across the change
// from peak to sustained rate.
#include <gtest/gtest.h>

#include "models/aqm/docsis_pie/docsis_pie.h"
#include "models/cm/shaper/release_process.h"

namespace docsis_vp::cm::token_prediction_test {
namespace {

// R = 1 and P = 2 bytes per us, B = 50000. Exact as long as the queue is covered by tokens, and
// once there are none; in between RFC 8034's sum counts the time in which the tokens leave as if
// none came meanwhile: too much, by no more than what they take at the peak rate.
TEST(Claims, C_2014_27_TokenStatePredictsTheDelayAcrossThePeakToSustainedChange) {
  const aqm_config config{10'000, 2'000'000, 1'000'000, 300'000, 0};
  docsis_pie_params params{};
  ASSERT_STREQ(docsis_pie_params_init(&params, &config, nullptr), nullptr);
  docsis_pie_state state{};
  docsis_pie_state_init(&state);
  ReleaseProcess shaper({8'000'000, 50'000, 16'000'000});
  int covered = 0;
  int spent = 0;
  int between = 0;
  // A packet of 1500 bytes every 600 us: 2.5 bytes per us.
  for (TimePs now = 0; now < 150 * kPsPerMs; now += 600 * kPsPerUs) {
    shaper.write(1'500, now);
    aqm_queue queue{};
    queue.bytes = static_cast<std::uint32_t>(shaper.unreleased(now));
    queue.msr_tokens = static_cast<std::uint32_t>(shaper.sustained_tokens(now));
    const std::uint64_t waiting = shaper.eligible(now) + queue.bytes;
    const double real_us = static_cast<double>(shaper.eligible_instant(waiting) - now) / kPsPerUs;
    const double error_us = docsis_pie_queue_delay_us(&state, &params, &queue) - real_us;
    const double tokens_us = queue.msr_tokens / 2.0;
    if (queue.bytes > 0 && queue.bytes <= queue.msr_tokens) {
      EXPECT_NEAR(error_us, 0, 1.5) << now;
      ++covered;
    } else if (queue.msr_tokens == 0) {
      EXPECT_NEAR(error_us, 0, 1.5) << now;
      ++spent;
    } else if (queue.bytes > 0) {
      EXPECT_GT(error_us, -1.5) << now;
      EXPECT_LT(error_us, tokens_us + 1.5) << now;
      ++between;
    }
  }
  EXPECT_GT(covered, 30);
  EXPECT_GT(between, 5);
  EXPECT_GT(spent, 100);
}

}  // namespace
}  // namespace docsis_vp::cm::token_prediction_test
