// Laws and their times that lie far back.
#include <gtest/gtest.h>

#include <cmath>

#include "models/aqm/codel/codel.h"
#include "models/aqm/red/red.h"
#include "tests/models/aqm/law_bench.h"

namespace docsis_vp::aqm::clamped_times_test {
namespace {

TEST(ClampedTimes, AreLeftAsTheyAreUntilTheyAreOld) {
  for (const std::uint32_t now_us : {0U, 1U, 1U << 29, 1U << 31, UINT32_MAX}) {
    for (const std::uint32_t age_us : {0U, 1U, 1'000'000U, AQM_CLAMPED_AGE_US}) {
      EXPECT_EQ(aqm_clamped_us(now_us, now_us - age_us), now_us - age_us);
      EXPECT_EQ(aqm_clamped_us(now_us, now_us + age_us), now_us + age_us) << "ahead";
    }
    for (const std::uint32_t age_us : {AQM_CLAMPED_AGE_US + 1, 1U << 30, AQM_AGE_MAX_US}) {
      EXPECT_EQ(aqm_clamped_us(now_us, now_us - age_us), now_us - AQM_CLAMPED_AGE_US);
    }
  }
  EXPECT_FALSE(aqm_clamp_is_due((1U << 30) - 1, 0));
  EXPECT_TRUE(aqm_clamp_is_due(1U << 30, (1U << 30) - 1));
  EXPECT_TRUE(aqm_clamp_is_due(5, UINT32_MAX));
}

// A time that is clamped at every turn never comes near half a turn of age.
TEST(ClampedTimes, StayComparableBetweenTwoClamps) {
  std::uint32_t at_us = 7;
  for (std::uint64_t now_us = AQM_CLAMP_INTERVAL_US; now_us < UINT64_C(1) << 36;
       now_us += AQM_CLAMP_INTERVAL_US) {
    const auto now = static_cast<std::uint32_t>(now_us);
    at_us = aqm_clamped_us(now, at_us);
    ASSERT_TRUE(aqm_has_come(now + AQM_CLAMP_INTERVAL_US, at_us));
  }
}

red_params slow_red() {
  const aqm_config config{5'000, 0, 1'000, 3'000'000, 0};
  OptionValues options = options_of(*aqm_find("red"));
  options[RED_WEIGHT] = 100'000;  // 10^-4
  red_params params{};
  EXPECT_STREQ(red_params_init(&params, 0, &config, options.data()), nullptr);
  return params;
}

// At 8 kbit/s two packets leave in three seconds: even after an hour something is left.
TEST(ClampedTimes, OfRedAgeItsAverageByTheWholePause) {
  const red_params params = slow_red();
  for (const std::uint64_t pause_s : {100U, 1'000U, 2'100U, 2'200U, 4'000U, 5'000U, 20'000U}) {
    red_state state{};
    red_state_init(&state);
    state.average_q32 = UINT64_C(50) << 32;
    const std::uint64_t begun_us = 3'000'000;
    state.idle_since_us = begun_us;
    const std::uint64_t ends_us = begun_us + pause_s * 1'000'000;
    for (std::uint64_t at = AQM_CLAMP_INTERVAL_US; at <= ends_us; at += AQM_CLAMP_INTERVAL_US) {
      red_clamp_times(&state, &params, static_cast<std::uint32_t>(at));
    }
    const aqm_queue empty{};
    const aqm_packet packet{1'500, static_cast<std::uint32_t>(ends_us), AQM_NOT_ECT, 0};
    red_enqueue(&state, &params, &empty, &packet, 0);
    const double packets = static_cast<double>(pause_s) * 1e6 * params.packets_per_us_q27 * 0x1p-27;
    const double expected = 50 * std::pow(1 - 1e-4, packets + 1);
    // Each clamp rounds down to a whole packet.
    EXPECT_NEAR(static_cast<double>(state.average_q32) * 0x1p-32, expected, 0.03) << pause_s;
  }
}

TEST(ClampedTimes, OfRedCountOnlyWhileItIsIdle) {
  const red_params params = slow_red();
  red_state state{};
  red_state_init(&state);
  state.average_q32 = UINT64_C(50) << 32;
  state.idle = 0;
  red_clamp_times(&state, &params, 1U << 30);
  EXPECT_EQ(state.average_q32, UINT64_C(50) << 32);
  state.idle = 1;
  state.idle_since_us = (1U << 30) - 1'000'000;
  red_clamp_times(&state, &params, 1U << 30);
  EXPECT_EQ(state.average_q32, UINT64_C(50) << 32) << "a pause of a second is left to an arrival";
}

TEST(ClampedTimes, OfCodelEndItsMemoryAndKeepAStandingDelay) {
  const aqm_config config{5'000, 0, 0, 0, 0};
  codel_params params{};
  ASSERT_STREQ(codel_params_init(&params, &config, options_of(*aqm_find("codel")).data()), nullptr);
  codel_state state{};
  codel_state_init(&state);
  state.status = CODEL_ABOVE | CODEL_RECENT;
  state.count = 100;
  state.first_above_us = 1'000;
  state.drop_next_us = 2'000;
  codel_clamp_times(&state, &params, 1U << 29);
  EXPECT_EQ(state.status, unsigned{CODEL_ABOVE | CODEL_RECENT});
  codel_clamp_times(&state, &params, 1U << 30);
  EXPECT_EQ(state.status, unsigned{CODEL_ABOVE});
  EXPECT_EQ(state.first_above_us, 1U << 29);
  state.status = CODEL_ABOVE | CODEL_DROPPING | CODEL_RECENT;
  codel_clamp_times(&state, &params, 3U << 29);
  EXPECT_EQ(state.status, unsigned{CODEL_ABOVE | CODEL_DROPPING | CODEL_RECENT});
  EXPECT_EQ(state.drop_next_us, 2U << 29);
}

}  // namespace
}  // namespace docsis_vp::aqm::clamped_times_test
