// The control law, line by line of RFC 8034 sec. A.4.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/models/aqm/pie_bench.h"

namespace docsis_vp::aqm::docsis_pie_law_test {
namespace {

constexpr double kLsb = 1 / kOneQ28;

TEST(PieDelay, FollowsTheTokens) {
  // peak 2 MB/s, sustained 1 MB/s
  const docsis_pie_params params = make_params({10'000, 2'000'000, 1'000'000, 300'000, 0});
  const struct {
    std::uint32_t bytes, tokens, delay_us;
  } cases[] = {
      {0, 0, 0},
      {0, 5'000, 0},
      {5'000, 5'000, 2'500},
      {4'000, 5'000, 2'000},
      {6'000, 5'000, 3'500},
      {10'000, 0, 10'000},
      {3'001, 3'000, 1'501},
  };
  for (const auto& c : cases) {
    aqm_queue queue{};
    queue.bytes = c.bytes;
    queue.msr_tokens = c.tokens;
    EXPECT_EQ(docsis_pie_queue_delay_us(&kFresh, &params, &queue), c.delay_us) << c.bytes;
  }
}

TEST(PieDelay, WholeMicrosecondsComeOutWhole) {
  for (const std::uint32_t rate : {1'250U, 2'500'000U, 1'250'000U, 25'000'000U, 1'250'000'000U}) {
    const docsis_pie_params params = make_params({10'000, rate, rate, 300'000, 0});
    aqm_queue queue{};
    for (std::uint32_t ms = 1; ms <= 250; ++ms) {
      const std::uint64_t bytes = std::uint64_t{rate} * ms;
      if (bytes % 1000 == 0) {
        queue.bytes = static_cast<std::uint32_t>(bytes / 1000);
        EXPECT_EQ(docsis_pie_queue_delay_us(&kFresh, &params, &queue), ms * 1000) << rate;
      }
    }
  }
}

TEST(PieDelay, IsZeroWithoutASustainedRateAndFreeOfTheBucketWithoutAPeakRate) {
  aqm_queue queue{};
  queue.bytes = 9'000;
  queue.msr_tokens = 4'000;
  const docsis_pie_params no_msr = make_params({10'000, 1'000'000, 0, 300'000, 0});
  EXPECT_EQ(docsis_pie_queue_delay_us(&kFresh, &no_msr, &queue), 0U);
  const docsis_pie_params no_peak = make_params({10'000, 0, 1'000'000, 300'000, 0});
  EXPECT_EQ(docsis_pie_queue_delay_us(&kFresh, &no_peak, &queue), 5'000U);
}

TEST(PieDelay, Saturates) {
  const docsis_pie_params params = make_params({10'000, 1'250, 1'250, 30'000'000, 0});
  aqm_queue queue{};
  queue.bytes = 30'000'000;
  EXPECT_EQ(docsis_pie_queue_delay_us(&kFresh, &params, &queue), UINT32_MAX);
  queue.bytes = UINT32_MAX;
  queue.msr_tokens = UINT32_MAX;
  EXPECT_EQ(docsis_pie_queue_delay_us(&kFresh, &params, &queue), UINT32_MAX);
}

TEST(PieLaw, ScalesTheStepByTheProbabilityBeforeIt) {
  const struct {
    double from, below, scale;
  } bands[] = {
      {0, 1e-6, 1.0 / 2048},
      {1e-6, 1e-5, 1.0 / 512},
      {1e-5, 1e-4, 1.0 / 128},
      {1e-4, 1e-3, 1.0 / 32},
      {1e-3, 1e-2, 1.0 / 8},
      {1e-2, 1e-1, 1.0 / 2},
      {1e-1, 1, 2},
      {1, 10, 8},
      {10, 13, 32},
  };
  for (const auto& band : bands) {
    const auto first = static_cast<std::uint32_t>(std::ceil(band.from * kOneQ28));
    const auto last = static_cast<std::uint32_t>(std::ceil(band.below * kOneQ28)) - 1;
    for (const std::uint32_t p : {first, last}) {
      PieBench pie;
      pie.state.law.drop_prob_q28 = p;
      pie.state.law.qdelay_old_us = 11'000;
      pie.update(11'000);  // A x 1 ms = 0.25e-3
      EXPECT_NEAR(pie.p() - real(p), 0.25e-3 * band.scale, kLsb) << real(p);
    }
  }
}

TEST(PieLaw, AddsProportionalAndIntegralTerms) {
  PieBench pie;
  pie.state.law.drop_prob_q28 = q28(0.05);
  pie.state.law.qdelay_old_us = 12'000;
  pie.update(13'000);
  EXPECT_NEAR(pie.p(), 0.05 + (0.25 * 0.003 + 2.5 * 0.001) / 2, 2 * kLsb);
  EXPECT_EQ(pie.state.law.qdelay_old_us, 13'000U);
  pie.update(9'000);
  EXPECT_NEAR(pie.p(), 0.05 + 0.001625 + (0.25 * -0.001 + 2.5 * -0.004) / 2, 4 * kLsb);
}

TEST(PieLaw, LimitsTheStepFromATenthOn) {
  PieBench pie;
  pie.state.law.drop_prob_q28 = q28(0.1) + 1;
  pie.update(40'000);
  EXPECT_NEAR(pie.p(), 0.12, 2 * kLsb);

  PieBench below;
  below.state.law.drop_prob_q28 = q28(0.1) - 2;
  below.update(40'000);  // (0.25 x 0.03 + 2.5 x 0.04) / 2
  EXPECT_NEAR(below.p(), 0.1 + 0.05375, 4 * kLsb);
}

TEST(PieLaw, DoesNotLimitAStepDownwards) {
  PieBench pie;
  pie.state.law.drop_prob_q28 = q28(0.5);
  pie.state.law.qdelay_old_us = 50'000;
  pie.update(10'000);  // 2.5 x -0.04 x 2
  EXPECT_NEAR(pie.p(), 0.3, 2 * kLsb);
}

TEST(PieLaw, DecaysWhileBothDelaysAreLow) {
  const struct {
    std::uint32_t delay, old;
    bool decays;
  } cases[] = {{4'999, 4'999, true}, {5'000, 4'999, false}, {4'999, 5'000, false}};
  for (const auto& c : cases) {
    PieBench pie;
    pie.state.law.drop_prob_q28 = q28(0.5);
    pie.state.law.qdelay_old_us = c.old;
    pie.update(c.delay);
    const double moved =
        0.5 + 2 * (0.25 * (c.delay - 10'000.0) + 2.5 * (0.0 + c.delay - c.old)) * 1e-6;
    EXPECT_NEAR(pie.p(), c.decays ? moved * 0.98 : moved, 4 * kLsb);
  }
}

TEST(PieLaw, RisesFasterAboveLatencyHigh) {
  PieBench pie;
  pie.state.law.drop_prob_q28 = q28(0.5);
  pie.state.law.qdelay_old_us = 200'000;
  pie.update(200'000);  // step limited to 0.02
  EXPECT_NEAR(pie.p(), 0.52, 2 * kLsb);
  pie.update(200'001);
  EXPECT_NEAR(pie.p(), 0.56, 4 * kLsb);
}

TEST(PieLaw, RisesFasterEvenWhereTheStepIsNegative) {
  PieBench pie;
  pie.state.law.drop_prob_q28 = q28(0.01);
  pie.state.law.qdelay_old_us = 230'000;
  pie.update(210'000);  // (0.25 x 0.2 - 2.5 x 0.02) / 2 = 0
  EXPECT_NEAR(pie.p(), 0.03, 2 * kLsb);
  pie.state.law.drop_prob_q28 = q28(0.01);
  pie.state.law.qdelay_old_us = 260'000;
  pie.update(240'000);  // p falls below 0 by less than 0.02 and is lifted before the clip
  EXPECT_NEAR(pie.p(), 0.01 + (0.25 * 0.23 - 2.5 * 0.02) / 2 + 0.02, 4 * kLsb);
}

TEST(PieLaw, ClipsAtZeroAndAtTheCap) {
  PieBench pie;
  pie.state.law.drop_prob_q28 = q28(0.001);
  pie.state.law.qdelay_old_us = 30'000;
  pie.update(0);
  EXPECT_EQ(pie.state.law.drop_prob_q28, 0U);
  pie.state.law.drop_prob_q28 = q28(13.59);
  pie.state.law.qdelay_old_us = 300'000;
  pie.update(300'000);
  EXPECT_EQ(pie.state.law.drop_prob_q28, DOCSIS_PIE_MAX_PROB_Q28);
  EXPECT_NEAR(pie.p(), 0.85 * 1024 / 64, kLsb);
}

TEST(PieLaw, ReachesZeroThroughDecayAlone) {
  PieBench pie;
  pie.params.latency_target_us = 1;  // the step is nil at a delay of 1 us
  pie.state.law.drop_prob_q28 = q28(0.001);
  pie.state.law.qdelay_old_us = 1;
  pie.update_times(1'000, 1);
  EXPECT_EQ(pie.state.law.drop_prob_q28, 0U);
}

TEST(PieLaw, AHugeDelayNeverMakesTheProbabilityCollapse) {
  // 2.5 x 0.32 s x 32 leaves a signed Q3.28: the step is 64 bits wide.
  PieBench pie;
  pie.state.law.drop_prob_q28 = q28(12);
  for (const std::uint32_t delay : {320'000U, 4'000'000'000U, UINT32_MAX}) {
    pie.state.law.qdelay_old_us = 0;
    const double before = pie.p();
    pie.update(delay);
    EXPECT_GT(pie.p(), before);
  }
  pie.state.law.drop_prob_q28 = q28(13);
  pie.state.law.qdelay_old_us = UINT32_MAX;
  pie.update(0);
  EXPECT_EQ(pie.p(), 0);
}

TEST(PieLaw, BurstAllowanceLastsNineUpdatesAndHoldsTheProbabilityAtZero) {
  PieBench pie;
  pie.state.law.burst_us = DOCSIS_PIE_MAX_BURST_US;
  pie.state.law.drop_prob_q28 = q28(0.3);
  for (int update = 1; update <= 9; ++update) {
    EXPECT_GT(pie.state.law.burst_us, 0U);
    pie.update(30'000);
    EXPECT_EQ(pie.p(), 0) << update;
    EXPECT_EQ(pie.state.law.qdelay_old_us, 30'000U);
  }
  EXPECT_EQ(pie.state.law.burst_us, 0U);
  pie.update(30'000);
  EXPECT_GT(pie.p(), 0);
}

TEST(PieLaw, ActiveBecomesQuiescentOnlyWhenAllIsQuiet) {
  const struct {
    std::uint32_t delay, old, p, burst;
    unsigned becomes;
  } cases[] = {
      {4'999, 4'999, 0, 0, DOCSIS_PIE_QUIESCENT},
      {5'000, 4'999, 0, 0, DOCSIS_PIE_ACTIVE},
      {4'999, 5'000, 0, 0, DOCSIS_PIE_ACTIVE},
      {4'999, 4'999, q28(0.5), 0, DOCSIS_PIE_ACTIVE},
      {4'999, 4'999, 0, 16'001, DOCSIS_PIE_ACTIVE},
      {4'999, 4'999, q28(0.5), 16'000, DOCSIS_PIE_QUIESCENT},  // spent, p zeroed in this update
  };
  for (const auto& c : cases) {
    PieBench pie;
    pie.state.law = {c.p, c.old, c.burst, DOCSIS_PIE_ACTIVE, 0, 0};
    pie.state.burst_reset_us = 500'000;
    pie.update(c.delay);
    EXPECT_EQ(pie.state.law.status, c.becomes) << c.delay << ' ' << c.old << ' ' << c.burst;
    EXPECT_EQ(pie.state.burst_reset_us, c.becomes == DOCSIS_PIE_QUIESCENT ? 0U : 500'000U);
  }
}

TEST(PieLaw, HalfOfAnOddTargetIsExact) {
  PieBench pie;
  pie.params.latency_target_us = 10'001;
  pie.state.law.status = DOCSIS_PIE_ACTIVE;
  pie.state.law.qdelay_old_us = 5'001;
  pie.update(5'001);
  EXPECT_EQ(pie.state.law.status, DOCSIS_PIE_ACTIVE);
  pie.update(5'000);
  pie.update(5'000);
  EXPECT_EQ(pie.state.law.status, DOCSIS_PIE_QUIESCENT);
}

TEST(PieLaw, QuiescentBecomesInactiveAfter63QuietUpdates) {
  PieBench pie;
  pie.state.law.status = DOCSIS_PIE_QUIESCENT;
  pie.update_times(62, 0);
  EXPECT_EQ(pie.state.law.status, DOCSIS_PIE_QUIESCENT);
  EXPECT_EQ(pie.state.burst_reset_us, 992'000U);
  pie.update(0);
  EXPECT_EQ(pie.state.law.status, DOCSIS_PIE_INACTIVE);
  EXPECT_EQ(pie.state.burst_reset_us, 0U);
  pie.update_times(100, 0);
  EXPECT_EQ(pie.state.law.status, DOCSIS_PIE_INACTIVE);
}

TEST(PieLaw, OneUpdateThatIsNotQuietStartsTheSecondAgain) {
  PieBench pie;
  pie.state.law.status = DOCSIS_PIE_QUIESCENT;
  pie.update_times(62, 0);
  pie.update(6'000);
  EXPECT_EQ(pie.state.burst_reset_us, 0U);
  pie.update(0);  // the old sample is still above half the target
  EXPECT_EQ(pie.state.burst_reset_us, 0U);
  pie.update_times(62, 0);
  EXPECT_EQ(pie.state.law.status, DOCSIS_PIE_QUIESCENT);
  pie.update(0);
  EXPECT_EQ(pie.state.law.status, DOCSIS_PIE_INACTIVE);
}

TEST(PieLaw, CountsIntervalsAndNotTheClock) {
  PieBench one;
  PieBench other;
  for (std::uint32_t i = 0; i < 200; ++i) {
    aqm_queue queue{};
    queue.bytes = 15'000 + 100 * i;
    docsis_pie_update(&one.state, &one.params, &queue, i * 16'000);
    docsis_pie_update(&other.state, &other.params, &queue, UINT32_MAX - 1'000'000 + i * 16'000);
  }
  EXPECT_EQ(one.state.law.drop_prob_q28, other.state.law.drop_prob_q28);
}

TEST(PieCommit, TakesStatusAndBurstOnlyIfTheDataPathHasNotChangedThem) {
  PieBench pie;
  pie.state.law = {0, 0, 0, DOCSIS_PIE_QUIESCENT, 7, 0};
  const aqm_law same{q28(0.1), 12'000, 5, DOCSIS_PIE_ACTIVE, 7, 0};
  EXPECT_EQ(aqm_law_commit(&pie.state.law, &same), 1);
  EXPECT_EQ(pie.state.law.drop_prob_q28, q28(0.1));
  EXPECT_EQ(pie.state.law.qdelay_old_us, 12'000U);
  EXPECT_EQ(pie.state.law.burst_us, 5U);
  EXPECT_EQ(pie.state.law.status, unsigned{DOCSIS_PIE_ACTIVE});

  const aqm_law stale{q28(0.2), 13'000, 0, DOCSIS_PIE_INACTIVE, 6, 0};
  EXPECT_EQ(aqm_law_commit(&pie.state.law, &stale), 0);
  EXPECT_EQ(pie.state.law.drop_prob_q28, q28(0.2));
  EXPECT_EQ(pie.state.law.qdelay_old_us, 13'000U);
  EXPECT_EQ(pie.state.law.burst_us, 5U);
  EXPECT_EQ(pie.state.law.status, unsigned{DOCSIS_PIE_ACTIVE});
  EXPECT_EQ(pie.state.law.generation, 7U);
}

TEST(PieParams, RefuseWhatIsOutOfRange) {
  docsis_pie_params params{};
  const aqm_config good{1, 0, 1'250, 1, 0};
  EXPECT_EQ(docsis_pie_params_init(&params, &good, nullptr), nullptr);
  const struct {
    aqm_config config;
    const char* key;
  } cases[] = {
      {{10'000'001, 0, 1'250, 1, 0}, "latency_target_us"},
      {{0, 0, 1'250, 1, 0}, "latency_target_us"},
      {{1, 0, 1'250, 0, 0}, "buffer_bytes"},
      {{1, 999, 1'250, 1, 0}, "peak_rate_bytes_per_s"},
      {{1, 0, 999, 1, 0}, "msr_bytes_per_s"},
  };
  for (const auto& c : cases) {
    const char* message = docsis_pie_params_init(&params, &c.config, nullptr);
    ASSERT_NE(message, nullptr) << c.key;
    EXPECT_EQ(std::string(message).rfind(c.key, 0), 0U) << message;
  }
}

}  // namespace
}  // namespace docsis_vp::aqm::docsis_pie_law_test
