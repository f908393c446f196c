#include "models/aqm/codel_dt/codel_dt.h"

#include <gtest/gtest.h>

#include <cmath>

#include "platform/base/random.h"
#include "tests/models/aqm/codel_dt_oracle.h"
#include "tests/models/aqm/law_bench.h"

namespace docsis_vp::aqm::codel_dt_test {
namespace {

struct Bench {
  codel_dt_params params{};
  codel_dt_state state{};

  explicit Bench(aqm_prediction prediction = AQM_PREDICT_OMNISCIENT, bool offset = false) {
    const aqm_algorithm& law = *aqm_find("codel_dt");
    OptionValues options = options_of(law);
    options[CODEL_DT_PREDICTOR] = prediction;
    options[CODEL_DT_TARGET_OFFSET] = offset;
    const aqm_config config{20'000, 0, 1'250'000, 0, 0};
    EXPECT_STREQ(codel_dt_params_init(&params, &config, options.data()), nullptr);
    codel_dt_state_init(&state);
    state.maxpacket = 1'500;
  }
  aqm_verdict arrive(std::uint32_t now_us, std::uint32_t delay_us, std::uint32_t queued = 50'000,
                     aqm_ecn ecn = AQM_NOT_ECT) {
    aqm_queue queue{};
    queue.bytes = queued;
    queue.predicted_delay_us = delay_us;
    const aqm_packet packet{1'500, now_us, static_cast<std::uint8_t>(ecn), 0};
    return codel_dt_enqueue(&state, &params, &queue, &packet, 0);
  }
  std::uint32_t drops_until(std::uint32_t from_us, std::uint32_t to_us) {
    std::uint32_t drops = 0;
    for (std::uint32_t t = from_us; t != to_us; t += 100) {
      drops += arrive(t, 30'000) == AQM_DROP;
    }
    return drops;
  }
};

TEST(CodelDt, DropsAfterAnIntervalAboveTarget) {
  Bench bench;
  EXPECT_EQ(bench.arrive(1'000, 20'000), AQM_ACCEPT);
  EXPECT_EQ(bench.arrive(150'999, 20'000), AQM_ACCEPT);
  EXPECT_EQ(bench.arrive(151'000, 20'000), AQM_DROP);
  EXPECT_EQ(bench.state.count, 1U);
  EXPECT_EQ(bench.arrive(300'999, 20'000), AQM_ACCEPT);
  EXPECT_EQ(bench.arrive(301'000, 20'000), AQM_DROP);
}

TEST(CodelDt, ADelayBelowTargetOrAShortQueueEndsTheEpisode) {
  for (const bool by_bytes : {false, true}) {
    Bench bench;
    bench.arrive(0, 20'000);
    EXPECT_EQ(bench.arrive(150'000, 20'000), AQM_DROP);
    EXPECT_EQ(by_bytes ? bench.arrive(160'000, 90'000, 1'500) : bench.arrive(160'000, 19'999),
              AQM_ACCEPT);
    EXPECT_EQ(bench.state.status, CODEL_DT_RECENT);
  }
}

TEST(CodelDt, TheOffsetAimsSixMillisecondsLower) {
  Bench bench(AQM_PREDICT_OMNISCIENT, true);
  bench.arrive(0, 13'999);
  EXPECT_FALSE(bench.state.status & CODEL_DT_TIMED);
  bench.arrive(0, 14'000);
  EXPECT_TRUE(bench.state.status & CODEL_DT_TIMED);
}

TEST(CodelDt, RemembersItsCountForEightIntervals) {
  for (const bool late : {false, true}) {
    Bench bench;
    bench.drops_until(0, 2'500'000);
    const std::uint32_t count = bench.state.count;
    ASSERT_GT(count, 10U);
    ASSERT_LE(count, 128U);
    bench.arrive(2'500'000, 1'000);
    const std::uint32_t then = bench.state.last_drop_us + 1'200'000 - (late ? 0 : 1);
    EXPECT_EQ(bench.arrive(then - 151'000, 30'000), AQM_ACCEPT);
    EXPECT_EQ(bench.arrive(then, 30'000), AQM_DROP);
    EXPECT_EQ(bench.state.count, late ? 1 : count - 2);
  }
}

TEST(CodelDt, TakesALargeCountDownByAPercentage) {
  Bench bench;
  bench.drops_until(0, 60'000'000);
  const std::uint32_t count = bench.state.count;
  ASSERT_GT(count, 1'000U);
  const std::uint32_t end = 60'000'000;
  bench.arrive(end, 1'000);
  bench.arrive(end + 100, 30'000);
  EXPECT_EQ(bench.arrive(end + 150'000, 30'000), AQM_DROP);
  EXPECT_EQ(bench.state.count, static_cast<std::uint32_t>(0.9844 * count));
}

TEST(CodelDt, MarksWhereItWouldDrop) {
  Bench bench;
  bench.params.use_ecn = 1;
  bench.arrive(0, 20'000);
  EXPECT_EQ(bench.arrive(150'000, 20'000, 50'000, AQM_ECT0), AQM_MARK);
  EXPECT_EQ(bench.arrive(300'000, 20'000, 50'000, AQM_NOT_ECT), AQM_DROP);
}

TEST(CodelDt, MarkedBytesDoNotCountWhereExcluded) {
  Bench bench(AQM_PREDICT_TOKEN_BUCKET);
  bench.params.predictor.exclude_ce = 1;
  aqm_queue queue{};
  queue.bytes = 50'000;
  queue.ce_bytes = 26'501;
  const aqm_packet packet{1'500, 0, AQM_NOT_ECT, 0};
  EXPECT_EQ(
      aqm_predicted_delay_us(&bench.state.predictor, &bench.params.predictor, &queue, &packet),
      19'999U);
}

TEST(CodelDt, SameDecisionsAsInRealNumbers) {
  Bench bench;
  bench.state.maxpacket = CODEL_DT_SMALLEST_MAXPACKET;
  CodelDtOracle oracle(20'000, 150'000);
  const auto root = [](double n) {
    return std::floor(150'000.0 *
                      aqm_inv_sqrt_q31(AQM_INV_SQRT_HYBRID, 0, static_cast<std::uint32_t>(n)) /
                      2147483648.0);
  };
  RandomStream random(3, "test/codel_dt/oracle");
  std::uint64_t now = 1;
  double delay = 10'000;
  int drops = 0;
  for (int i = 0; i < 1'000'000; ++i) {
    now += random.below(random.below(20'000) == 0 ? 3'000'000 : 1'000);
    delay = std::max(0.0, delay + 400 * (random.uniform() - 0.499));
    delay = std::min(delay, 40'000.0);
    const auto shown = static_cast<std::uint32_t>(delay);
    const auto queued = static_cast<std::uint32_t>(random.below(100'000));
    aqm_queue queue{};
    queue.bytes = queued;
    queue.predicted_delay_us = shown;
    const aqm_packet packet{static_cast<std::uint32_t>(random.between(64, 1'514)),
                            static_cast<std::uint32_t>(now), AQM_NOT_ECT, 0};
    const bool dropped =
        codel_dt_enqueue(&bench.state, &bench.params, &queue, &packet, 0) == AQM_DROP;
    ASSERT_EQ(dropped,
              oracle.enqueue(static_cast<double>(now), shown, queued, packet.size_bytes, root))
        << i;
    drops += dropped;
  }
  EXPECT_GT(drops, 150);
}

// From 10 kbit/s to 10 Gbit/s, in whole microseconds and bytes per second: the meter and its
// prediction.
TEST(DelayPredictor, MeasuresTheDepartureRateOverTheGridOfRates) {
  for (const double rate : {1'250.0, 12'500.0, 625'000.0, 4.75e6, 1.25e8, 1.25e9}) {
    Bench bench(AQM_PREDICT_RATE_METER);
    RateMeterOracle oracle(AQM_PREDICTOR_THRESHOLD_BYTES, 0.5);
    RandomStream random(5, "test/predictor");
    double at = 0;
    for (int i = 0; i < 3'000; ++i) {
      const auto size = static_cast<std::uint32_t>(random.between(64, 1'514));
      at += size * 1e6 / rate;
      aqm_queue queue{};
      queue.bytes = i % 1'000 < 900 ? 500'000 : 9'999;
      const aqm_packet packet{size, 0, AQM_NOT_ECT, 0};
      const auto now = static_cast<std::uint64_t>(at);
      codel_dt_departed(&bench.state, &bench.params, &queue, &packet,
                        static_cast<std::uint32_t>(now));
      oracle.departed(static_cast<double>(now), size, queue.bytes);
      const double measured = bench.state.predictor.rate_bytes_per_s;
      ASSERT_NEAR(measured, oracle.average, 2 + 1e-9 * oracle.average);
      if (measured != 0) {
        aqm_queue ahead{};
        ahead.bytes = 1'000'000;
        const double exact = std::min(1'001'500.0 * 1e6 / measured, double{UINT32_MAX});
        const aqm_packet next{1'500, 0, AQM_NOT_ECT, 0};
        ASSERT_NEAR(
            aqm_predicted_delay_us(&bench.state.predictor, &bench.params.predictor, &ahead, &next),
            exact, 1 + exact * 1e-9);
      }
    }
    EXPECT_NEAR(bench.state.predictor.rate_bytes_per_s / rate, 1, 0.13) << rate;
  }
}

TEST(DelayPredictor, IsZeroBeforeAnythingWasMeasured) {
  Bench bench(AQM_PREDICT_RATE_METER);
  aqm_queue queue{};
  queue.bytes = 1'000'000;
  const aqm_packet packet{1'500, 0, AQM_NOT_ECT, 0};
  EXPECT_EQ(
      aqm_predicted_delay_us(&bench.state.predictor, &bench.params.predictor, &queue, &packet), 0U);
}

TEST(DelayPredictor, DeparturesAtOneInstantEndNoMeasurement) {
  Bench bench(AQM_PREDICT_RATE_METER);
  aqm_queue queue{};
  queue.bytes = 500'000;
  const aqm_packet packet{1'500, 0, AQM_NOT_ECT, 0};
  for (int i = 0; i < 100; ++i) {
    codel_dt_departed(&bench.state, &bench.params, &queue, &packet, 77);
  }
  EXPECT_EQ(bench.state.predictor.rate_bytes_per_s, 0U);
  codel_dt_departed(&bench.state, &bench.params, &queue, &packet, 78);
  EXPECT_EQ(bench.state.predictor.rate_bytes_per_s, UINT32_MAX);  // 151 500 bytes in 1 us
}

// RFC 8033 app. B: the average time of a threshold, against real numbers.
TEST(DepartureMeter, AveragesTimesAsTheRfcDoes) {
  const aqm_meter_params params{16'384, 2, AQM_METER_TIMES};
  for (const double rate : {12'500.0, 1.25e6, 1.25e8, 1.25e9}) {
    aqm_meter meter{};
    std::uint32_t average_q8 = 0;
    RandomStream random(6, "test/meter");
    double at = 0;
    double since = -1;
    double bytes = 0;
    double average = 0;
    for (int i = 0; i < 20'000; ++i) {
      const auto size = static_cast<std::uint32_t>(random.between(64, 1'514));
      at += size * 1e6 / rate;
      const auto now = static_cast<std::uint64_t>(at);
      const std::uint32_t left = i % 2'000 < 1'900 ? 100'000 : 16'383;
      average_q8 = aqm_meter_departed(&meter, &params, average_q8, size, left,
                                      static_cast<std::uint32_t>(now));
      if (since >= 0) {
        bytes += size;
        if (bytes >= 16'384) {
          const double t = static_cast<double>(now) - since;
          average = average == 0 ? t : t / 4 + 3 * average / 4;
          since = -1;
        }
      }
      if (since < 0 && left >= 16'384) {
        since = static_cast<double>(now);
        bytes = 0;
      }
      ASSERT_NEAR(average_q8 / 256.0, average, 2 / 256.0 + 1e-6 * average);
    }
    EXPECT_NEAR(average, 16'384e6 / rate, 0.06 * 16'384e6 / rate + 1);
  }
}

TEST(CodelDt, HoldsAnOverloadedQueueByItsOwnMeter) {
  const aqm_algorithm& law = *aqm_find("codel_dt");
  const aqm_config config{20'000, 0, 0, 1'000'000, 0};
  LawBench bench(law, config, options_of(law), 1'250'000);
  double load = 1.2;
  double at = 0;
  std::uint64_t seen = 0;
  for (int i = 0; i < 60'000; ++i) {
    at += 1'200 / load;
    bench.arrive(static_cast<std::uint64_t>(at), 1'500);
    load += 0.00002;
    if (bench.drops != seen) {
      load *= 0.97;
      seen = bench.drops;
    }
  }
  EXPECT_GT(bench.drops, 30U);
  EXPECT_EQ(bench.full, 0U);
  EXPECT_LT(bench.sojourn_sum_us / static_cast<double>(bench.sent), 60'000);
}

}  // namespace
}  // namespace docsis_vp::aqm::codel_dt_test
