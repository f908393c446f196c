// Options of DOCSIS-PIE beyond the standard: tracking the rate of grants, marking.
#include <gtest/gtest.h>

#include "models/aqm/rate_tracker.h"
#include "models/aqm/registry.h"
#include "tests/models/aqm/law_bench.h"
#include "tests/models/aqm/pie_bench.h"

namespace docsis_vp::aqm::docsis_pie_options_test {
namespace {

// A service flow's grants as the CMTS gives them, over 16 ms.
struct Grants {
  aqm_rate_tracker tracker{};
  aqm_queue queue{};
  std::uint32_t stale_us = 0;

  // Some MAP of the interval left nothing ungranted, or none did.
  std::uint32_t interval(std::uint32_t bytes, bool drained) {
    queue.granted_bytes += bytes;
    queue.drained_maps += drained ? 3 : 0;
    aqm_rate_tracker_update(&tracker, &queue, 2'500'000, stale_us);
    return tracker.rate_bytes_per_s;
  }
};

TEST(RateTracker, BeginsWithTheFlowsOwnRate) {
  Grants grants;
  EXPECT_EQ(grants.interval(0, true), 2'500'000U);
}

TEST(RateTracker, ConvergesByHalvesWhileRequestsAreAlwaysWaiting) {
  Grants grants;
  std::uint32_t expected = 2'500'000;
  for (int i = 0; i < 12; ++i) {
    expected = (expected + 1'250'000) / 2;
    EXPECT_EQ(grants.interval(20'000, false), expected);  // 20 kB in 16 ms are 10 Mbit/s
  }
  EXPECT_NEAR(grants.tracker.rate_bytes_per_s, 1'250'000, 400);
}

TEST(RateTracker, IgnoresLowRatesThatTheFlowItselfChose) {
  Grants grants;
  EXPECT_EQ(grants.interval(100, true), 2'500'000U);
}

TEST(RateTracker, FollowsHigherRatesAtOnce) {
  Grants grants;
  grants.tracker.rate_bytes_per_s = 1'000'000;
  EXPECT_EQ(grants.interval(48'000, true), 2'000'000U);
}

// The hole that cablelabs-2014 names, and the guard.
TEST(RateTracker, StaysStaleWithoutAGuardAndBeginsAgainWithOne) {
  for (const std::uint32_t guard : {0U, 160'000U}) {
    Grants grants;
    grants.stale_us = guard;
    for (int i = 0; i < 20; ++i) {
      grants.interval(2'000, false);
    }
    const std::uint32_t low = grants.tracker.rate_bytes_per_s;
    EXPECT_LT(low, 130'000U);
    for (int i = 0; i < 9; ++i) {
      EXPECT_EQ(grants.interval(0, true), low);
    }
    EXPECT_EQ(grants.interval(0, true), guard == 0 ? low : 2'500'000U);
  }
}

TEST(RateTracker, SurvivesTheWrapOfItsCounters) {
  Grants one;
  Grants other;
  other.tracker.granted_bytes = other.queue.granted_bytes = UINT32_MAX - 50'000;
  other.tracker.drained_maps = other.queue.drained_maps = UINT32_MAX - 10;
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(one.interval(15'000, i % 3 == 0), other.interval(15'000, i % 3 == 0));
  }
}

TEST(RateTracker, StaysWithinWhatDelaysAreComputedFor) {
  Grants grants;
  for (int i = 0; i < 100; ++i) {
    EXPECT_GE(grants.interval(0, false), AQM_RATE_MIN_BYTES_PER_S);
  }
  for (int i = 0; i < 100; ++i) {
    grants.interval(UINT32_MAX, false);
  }
  EXPECT_EQ(grants.tracker.rate_bytes_per_s, UINT32_MAX);
}

docsis_pie_params params_of(docsis_pie_predictor predictor) {
  OptionValues options = options_of(*aqm_find("docsis_pie"));
  options[DOCSIS_PIE_PREDICTOR] = predictor;
  const aqm_config config{10'000, 2'500'000, 1'250'000, 300'000, 0};
  docsis_pie_params params{};
  EXPECT_STREQ(docsis_pie_params_init(&params, &config, options.data()), nullptr);
  return params;
}

TEST(PiePredictor, LimitsPeakAndSustainedRateToTheTrackedOne) {
  aqm_queue queue{};
  queue.bytes = 30'000;
  queue.msr_tokens = 10'000;
  docsis_pie_state state{};
  const struct {
    docsis_pie_predictor predictor;
    std::uint32_t tracked, delay_us;
  } cases[] = {{DOCSIS_PIE_TOKEN_BUCKET, 500'000, 4'000 + 16'000},
               {DOCSIS_PIE_COMBINED, 0, 4'000 + 16'000},
               {DOCSIS_PIE_COMBINED, 500'000, 20'000 + 40'000},
               {DOCSIS_PIE_COMBINED, 2'000'000, 5'000 + 16'000},
               {DOCSIS_PIE_COMBINED, 9'000'000, 4'000 + 16'000},
               {DOCSIS_PIE_RATE_TRACKING, 500'000, 60'000},
               {DOCSIS_PIE_RATE_TRACKING, 3'000'000, 10'000}};
  for (const auto& c : cases) {
    const docsis_pie_params params = params_of(c.predictor);
    state.tracker.rate_bytes_per_s = c.tracked;
    EXPECT_EQ(docsis_pie_queue_delay_us(&state, &params, &queue), c.delay_us)
        << c.predictor << ' ' << c.tracked;
  }
}

// Claim C-2014-38: without congestion of the radio the combined predictor is the token bucket's.
TEST(PiePredictor, CombinedEqualsTokenBucketWithoutCongestion) {
  const docsis_pie_params standard = params_of(DOCSIS_PIE_TOKEN_BUCKET);
  const docsis_pie_params combined = params_of(DOCSIS_PIE_COMBINED);
  docsis_pie_state one{};
  docsis_pie_state other{};
  docsis_pie_state_init(&one);
  docsis_pie_state_init(&other);
  RandomStream random(2, "test/combined");
  aqm_queue queue{};
  for (int i = 0; i < 10'000; ++i) {
    queue.bytes = static_cast<std::uint32_t>(random.below(60'000));
    // Every request is granted in the next MAP.
    queue.granted_bytes += static_cast<std::uint32_t>(random.below(20'001));
    queue.drained_maps += 8;
    docsis_pie_update(&one, &standard, &queue, 0);
    docsis_pie_update(&other, &combined, &queue, 0);
    ASSERT_EQ(one.law.drop_prob_q28, other.law.drop_prob_q28);
    ASSERT_EQ(one.law.qdelay_old_us, other.law.qdelay_old_us);
  }
}

TEST(PiePredictor, MarkedBytesDoNotCountWhereExcluded) {
  docsis_pie_params params = params_of(DOCSIS_PIE_TOKEN_BUCKET);
  aqm_queue queue{};
  queue.bytes = 30'000;
  queue.ce_bytes = 17'500;
  EXPECT_EQ(docsis_pie_queue_delay_us(&kFresh, &params, &queue), 24'000U);
  params.exclude_ce = 1;
  EXPECT_EQ(docsis_pie_queue_delay_us(&kFresh, &params, &queue), 10'000U);
}

TEST(PieMarking, IsAWhatIfThatMarksWhereTheStandardDrops) {
  for (const bool use_ecn : {false, true}) {
    PieBench pie;
    pie.params.use_ecn = use_ecn;
    pie.params.max_ecnth_q28 = q28(0.1);
    pie.state.law = {q28(0.05), 20'000, 0, DOCSIS_PIE_QUIESCENT, 0, 0};
    pie.state.accu_prob_q28 = q28(0.9);
    aqm_queue queue{};
    queue.bytes = 50'000;
    const aqm_packet packet{1'500, 0, AQM_ECT0, 0};
    EXPECT_EQ(docsis_pie_enqueue(&pie.state, &pie.params, &queue, &packet, kDrop),
              use_ecn ? AQM_MARK : AQM_DROP);
    // A mark begins the burst allowance as a drop does.
    EXPECT_EQ(pie.state.law.status, std::uint32_t{DOCSIS_PIE_ACTIVE});
    EXPECT_EQ(pie.state.law.burst_us, DOCSIS_PIE_MAX_BURST_US);
    EXPECT_EQ(pie.state.accu_prob_q28, 0U);
  }
}

TEST(PieMarking, EndsAtMaxEcnthAndForPacketsThatCannotBeMarked) {
  const struct {
    double p;
    aqm_ecn ecn;
    aqm_verdict verdict;
  } cases[] = {{0.0999, AQM_ECT1, AQM_MARK},
               {0.0999, AQM_CE, AQM_MARK},
               {0.0999, AQM_NOT_ECT, AQM_DROP},
               {0.1, AQM_ECT1, AQM_DROP}};
  for (const auto& c : cases) {
    PieBench pie;
    pie.params.use_ecn = 1;
    pie.params.max_ecnth_q28 = q28(0.1);
    pie.state.law = {q28(c.p), 20'000, 0, DOCSIS_PIE_ACTIVE, 0, 0};
    pie.state.accu_prob_q28 = q28(0.9);
    aqm_queue queue{};
    queue.bytes = 50'000;
    const aqm_packet packet{1'500, 0, static_cast<std::uint8_t>(c.ecn), 0};
    EXPECT_EQ(docsis_pie_enqueue(&pie.state, &pie.params, &queue, &packet, kDrop), c.verdict);
  }
}

}  // namespace
}  // namespace docsis_vp::aqm::docsis_pie_options_test
