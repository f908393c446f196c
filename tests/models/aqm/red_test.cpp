#include "models/aqm/red/red.h"

#include <gtest/gtest.h>

#include <cmath>

#include "platform/base/random.h"
#include "tests/models/aqm/law_bench.h"
#include "tests/models/aqm/red_oracle.h"

namespace docsis_vp::aqm::red_test {
namespace {

constexpr std::uint32_t kRate = 1'250'000;
constexpr double kOneQ32 = 4294967296.0;
constexpr double kOneQ28 = 268435456.0;

red_params make_params(const char* name, const OptionValues& options,
                       const aqm_config& config = {5'000, 0, kRate, 3'000'000, 0}) {
  red_params params{};
  EXPECT_STREQ(red_params_init(&params, std::string(name) == "ared", &config, options.data()),
               nullptr);
  return params;
}

OptionValues red_options_with(std::initializer_list<std::pair<int, std::uint32_t>> values,
                              const char* name = "red") {
  OptionValues options = options_of(*aqm_find(name));
  for (const auto& [index, value] : values) {
    options[static_cast<std::size_t>(index)] = value;
  }
  return options;
}

struct Bench {
  red_params params;
  red_state state{};

  explicit Bench(std::initializer_list<std::pair<int, std::uint32_t>> values = {})
      : params(make_params("red", red_options_with(values))) {
    red_state_init(&state);
    state.idle = 0;
  }
  void set_average(double length) {
    state.average_q32 = static_cast<std::uint64_t>(length * kOneQ32);
  }
  // With a queue as long as the average, so that it stays.
  aqm_verdict arrive(std::uint32_t packets, std::uint32_t random, aqm_ecn ecn = AQM_NOT_ECT) {
    aqm_queue queue{};
    queue.packets = packets;
    queue.bytes = packets * 1'500;
    const aqm_packet packet{1'500, 0, static_cast<std::uint8_t>(ecn), 0};
    return red_enqueue(&state, &params, &queue, &packet, random);
  }
};

TEST(Red, AcceptsAllBelowTheLowerThreshold) {
  Bench bench;
  bench.set_average(4.9);
  for (int i = 0; i < 100; ++i) {
    bench.set_average(4.9);
    ASSERT_EQ(bench.arrive(4, 0), AQM_ACCEPT);
  }
}

TEST(Red, AcceptsTheFirstPacketThatFindsTheAverageInTheBand) {
  Bench bench;
  bench.set_average(14);
  bench.state.count_q10 = 1U << 20;
  EXPECT_EQ(bench.arrive(14, 0), AQM_ACCEPT);
  EXPECT_EQ(bench.state.count_q10, 1U << 10);
}

TEST(Red, WaitsForTheFirstSpanThenDropsByChanceThenForSure) {
  Bench bench;
  bench.set_average(10);  // pb = 0.05: none before the 20th, surely at the 39th
  bench.arrive(10, 0);
  int at = 1;
  for (aqm_verdict v = AQM_ACCEPT; v == AQM_ACCEPT; ++at) {
    bench.set_average(10);
    v = bench.arrive(10, 0);
  }
  EXPECT_EQ(at, 20);
  bench.state.count_q10 = 0;
  at = 0;
  for (aqm_verdict v = AQM_ACCEPT; v == AQM_ACCEPT; ++at) {
    bench.set_average(10);
    v = bench.arrive(10, UINT32_MAX);
  }
  EXPECT_EQ(at, 39);
}

TEST(Red, GentleRisesToTwiceTheUpperThresholdOthersDropAllAbove) {
  for (const bool gentle : {false, true}) {
    Bench bench({{RED_GENTLE, gentle}});
    bench.state.in_band = 1;
    bench.set_average(15.01);
    EXPECT_EQ(bench.arrive(15, UINT32_MAX), gentle ? AQM_ACCEPT : AQM_DROP);
    bench.set_average(30.01);
    EXPECT_EQ(bench.arrive(31, UINT32_MAX), AQM_DROP);
  }
}

TEST(Red, MarksWhatItDropsByChanceAndDropsWhatItMust) {
  Bench bench({{RED_ECN, 1}});
  bench.state.in_band = 1;
  bench.state.count_q10 = 100U << 10;
  bench.set_average(12);
  EXPECT_EQ(bench.arrive(12, 0, AQM_ECT1), AQM_MARK);
  bench.state.count_q10 = 100U << 10;
  bench.set_average(12);
  EXPECT_EQ(bench.arrive(12, 0, AQM_NOT_ECT), AQM_DROP);
  bench.set_average(31);
  EXPECT_EQ(bench.arrive(31, 0, AQM_ECT1), AQM_DROP);
}

TEST(Red, MarkForcedMarksAboveTheBandToo) {
  for (const bool gentle : {false, true}) {
    Bench bench({{RED_ECN, 1}, {RED_MARK_FORCED, 1}, {RED_GENTLE, gentle}});
    bench.state.in_band = 1;
    bench.set_average(31);
    EXPECT_EQ(bench.arrive(31, UINT32_MAX, AQM_ECT0), AQM_MARK);
    bench.set_average(31);
    EXPECT_EQ(bench.arrive(31, UINT32_MAX, AQM_NOT_ECT), AQM_DROP);
  }
  Bench without_ecn({{RED_MARK_FORCED, 1}});
  without_ecn.set_average(31);
  EXPECT_EQ(without_ecn.arrive(31, 0, AQM_ECT0), AQM_DROP);
}

TEST(Red, ExcludesMarkedPacketsFromItsAverage) {
  for (const bool exclude : {false, true}) {
    Bench bench({{RED_EXCLUDE_CE, exclude}, {RED_WEIGHT, 1'000'000'000}});
    aqm_queue queue{};
    queue.packets = 20;
    queue.ce_packets = 8;
    const aqm_packet packet{1'500, 0, AQM_NOT_ECT, 0};
    red_enqueue(&bench.state, &bench.params, &queue, &packet, UINT32_MAX);
    EXPECT_NEAR(static_cast<double>(bench.state.average_q32) / kOneQ32, exclude ? 12 : 20, 1e-6);
  }
}

TEST(Red, AFullQueueIsATailDropAndBeginsTheCountAgain) {
  Bench bench;
  bench.state.count_q10 = 7U << 10;
  EXPECT_EQ(bench.arrive(2'000, 0), AQM_DROP_FULL);
  EXPECT_EQ(bench.state.count_q10, 0U);
}

TEST(Red, ThresholdsComeFromPacketsTargetOrBuffer) {
  const struct {
    std::uint32_t rule;
    aqm_config config;
    double min, max;
  } cases[] = {
      {RED_BY_PACKETS, {5'000, 0, kRate, 0, 0}, 5, 15},
      {RED_BY_TARGET, {5'000, 0, kRate, 0, 0}, 5, 15},  // 2.1 and 6.25: no less than those
      {RED_BY_TARGET, {20'000, 0, 2'500'000, 0, 0}, 50.0 / 3, 50},
      {RED_BY_BUFFER, {0, 0, kRate, 0, 2'048}, 102.4, 1'024},  // clemson-2015
      {RED_BY_BUFFER, {0, 0, kRate, 300'000, 0}, 10, 100},
  };
  for (const auto& c : cases) {
    const red_params params =
        make_params("ared", red_options_with({{RED_THRESHOLDS, c.rule}}, "ared"), c.config);
    EXPECT_NEAR(static_cast<double>(params.min_q32) / kOneQ32, c.min, 1e-3);
    EXPECT_NEAR(static_cast<double>(params.max_q32) / kOneQ32, c.max, 1e-3);
  }
}

// w = 1 - exp(-1 / C), or over ten round trips, over the grid of rates.
TEST(Red, AutomaticWeightIsThatOfTheRate) {
  for (const std::uint32_t rate : {1'250U, 12'500U, kRate, 125'000'000U, 1'250'000'000U}) {
    for (const std::uint32_t rtt_us : {0U, 10'000U, 100'000U}) {
      const red_params params =
          make_params("red", red_options_with({{RED_WEIGHT, 0}, {RED_WEIGHT_RTT, rtt_us}}),
                      {5'000, 0, rate, 0, 0});
      const double packets = rtt_us == 0 ? rate / 1'500.0 : 10e-6 * rtt_us * rate / 1'500.0;
      const double exact = std::min(1 - std::exp(-1 / packets), 1 - std::exp(-2.0));
      EXPECT_NEAR(params.weight_q32 / kOneQ32, exact, 4e-9 + exact * 1e-6) << rate << ' ' << rtt_us;
    }
  }
}

TEST(Red, RefusesThresholdsThatDoNotRise) {
  red_params params{};
  const aqm_config config{5'000, 0, kRate, 0, 0};
  const OptionValues options = red_options_with({{RED_MIN, 20'000}, {RED_MAX, 20'000}});
  EXPECT_STREQ(red_params_init(&params, 0, &config, options.data()),
               "max_packets: expected more than min_packets");
  const aqm_config no_rate{5'000, 0, 0, 0, 0};
  EXPECT_NE(red_params_init(&params, 0, &no_rate, nullptr), nullptr);
}

// One step at a time from the same state, in both modes and with both kinds of spreading: the
// average within its rounding, the verdict the same wherever the draw is not at the edge.
TEST(Red, SameDecisionsAsInRealNumbers) {
  int undecided = 0;
  int drops = 0;
  constexpr int kSteps = 30'000;
  for (const bool byte_mode : {false, true}) {
    for (const bool classic : {false, true}) {
      for (const bool gentle : {false, true}) {
        Bench bench({{RED_BYTE_MODE, byte_mode}, {RED_SPREAD, classic}, {RED_GENTLE, gentle}});
        RedOracle oracle;
        oracle.byte_mode = byte_mode;
        oracle.wait = !classic;
        oracle.gentle = gentle;
        oracle.packets_per_s = kRate / 1'500.0;
        const double unit = byte_mode ? 1'500 : 1;
        oracle.min_th *= unit;
        oracle.max_th *= unit;
        RandomStream random(1, "test/red");
        std::uint32_t now = UINT32_MAX - 5'000'000;
        for (int i = 0; i < kSteps; ++i) {
          now += 1'000;
          const auto size = static_cast<std::uint32_t>(random.between(64, 1'514));
          aqm_queue queue{};
          queue.packets = static_cast<std::uint32_t>(random.below(40));
          queue.bytes = queue.packets * 1'200;
          if (i % 8 == 0) {
            bench.state.average_q32 =
                static_cast<std::uint64_t>(random.uniform() * 32 * unit * kOneQ32);
          }
          const bool idle = random.below(50) == 0;
          const auto idle_us = static_cast<std::uint32_t>(random.below(100'000));
          bench.state.idle = idle;
          bench.state.idle_since_us = now - idle_us;
          oracle.average = static_cast<double>(bench.state.average_q32) / kOneQ32;
          oracle.count = bench.state.count_q10 / 1024.0;
          oracle.in_band = bench.state.in_band;
          const std::uint32_t word = random.next_u32();
          const aqm_packet packet{size, now, AQM_NOT_ECT, 0};
          const aqm_verdict verdict =
              red_enqueue(&bench.state, &bench.params, &queue, &packet, word);
          const double length = byte_mode ? queue.bytes : queue.packets;
          RedOracle probe = oracle;
          probe.arrive(length, queue.packets, size, idle ? idle_us * 1e-6 : -1, 2);
          // A packet in byte mode counts in 1024ths, rounded down.
          const double pa = probe.count > 0 ? probe.probability(size) : 0;
          const double slack = 1e-5 + 0.02 * pa * pa;
          const auto expected = oracle.arrive(length, queue.packets, size,
                                              idle ? idle_us * 1e-6 : -1, word / kOneQ32);
          ASSERT_NEAR(static_cast<double>(bench.state.average_q32) / kOneQ32, oracle.average,
                      2e-6 * unit);
          const double edge = probe.count * probe.basic_probability();
          if (std::abs(word / kOneQ32 - pa) < slack || std::abs(pa - 1) < 2e-2 ||
              std::abs(edge - 1) < 2e-3 || std::abs(edge - 2) < 2e-3 ||
              std::abs(oracle.average - 15 * unit) < 1e-5 * unit ||
              std::abs(oracle.average - 30 * unit) < 1e-5 * unit ||
              std::abs(oracle.average - 5 * unit) < 1e-5 * unit) {
            ++undecided;
            continue;
          }
          ASSERT_EQ(verdict == AQM_DROP, expected != RedOracle::kAccept) << i << ' ' << pa;
          ASSERT_EQ(bench.state.in_band != 0, oracle.in_band);
          drops += verdict == AQM_DROP;
        }
      }
    }
  }
  EXPECT_LT(undecided, 8 * kSteps / 50);
  EXPECT_GT(drops, 8 * kSteps / 50);
}

TEST(Ared, AdaptsAsInRealNumbers) {
  const red_params params =
      make_params("ared", options_of(*aqm_find("ared")), {20'000, 0, 2'500'000, 0, 0});
  RedOracle oracle;
  oracle.min_th = 50.0 / 3;
  oracle.max_th = 50;
  red_state state{};
  red_state_init(&state);
  RandomStream random(2, "test/ared");
  const aqm_queue queue{};
  for (int i = 0; i < 100'000; ++i) {
    if (i % 40 == 0) {
      oracle.average = 60 * random.uniform();
    }
    const double band = 0.4 * (oracle.max_th - oracle.min_th);
    if (std::abs(oracle.average - oracle.min_th - band) < 0.01 ||
        std::abs(oracle.average - oracle.max_th + band) < 0.01) {
      continue;
    }
    state.law.measured =
        red_measured(&params, static_cast<std::uint64_t>(oracle.average * kOneQ32));
    if (i % 40 == 0 && state.law.drop_prob_q28 != 0) {
      oracle.max_p = state.law.drop_prob_q28 / kOneQ28;
    }
    const bool at_edge =
        std::abs(oracle.max_p - 0.01) < 1e-6 || std::abs(oracle.max_p - 0.5) < 1e-6;
    red_update(&state, &params, &queue, 0);
    oracle.adapt();
    if (at_edge) {
      oracle.max_p = state.law.drop_prob_q28 / kOneQ28;
    }
    ASSERT_NEAR(state.law.drop_prob_q28 / kOneQ28, oracle.max_p, 1e-6) << i;
  }
}

TEST(Ared, StaysBetweenBottomAndTop) {
  const red_params params =
      make_params("ared", options_of(*aqm_find("ared")), {20'000, 0, 2'500'000, 0, 0});
  red_state state{};
  red_state_init(&state);
  const aqm_queue queue{};
  for (const std::uint32_t measured : {0U, UINT32_MAX}) {
    state.law.measured = measured;
    for (int i = 0; i < 1'000; ++i) {
      red_update(&state, &params, &queue, 0);
    }
    const double p = state.law.drop_prob_q28 / kOneQ28;
    EXPECT_GE(p, 0.009 - 1e-6);
    EXPECT_LE(p, 0.51);
    EXPECT_EQ(p > 0.4, measured != 0);
  }
}

// Claim O-2013-42: steers the average to the middle of its thresholds, whatever max_p begins with.
TEST(Ared, SteersTheAverageIntoTheMiddleOfItsBand) {
  const aqm_algorithm& law = *aqm_find("ared");
  for (const std::uint32_t max_p : {10'000U, 400'000U}) {
    const OptionValues options = red_options_with({{RED_MAX_P, max_p}}, "ared");
    const aqm_config config{40'000, 0, kRate, 3'000'000, 0};  // 16.7 and 50 packets
    LawBench bench(law, config, options, kRate);
    bench.keep_log = false;
    double load = 1.1;
    double at = 0;
    std::uint64_t seen = 0;
    double sum = 0;
    int samples = 0;
    for (int i = 0; i < 100'000; ++i) {
      at += 1'200 / load;
      bench.arrive(static_cast<std::uint64_t>(at), 1'500);
      load += 0.0003;
      if (bench.drops != seen) {
        load *= 0.996;
        seen = bench.drops;
      }
      if (i > 50'000) {
        sum += bench.law().measured / 256.0;
        ++samples;
      }
    }
    EXPECT_NEAR(sum / samples, 33.3, 6.7) << max_p;
  }
}

TEST(Red, IdleTimeAgesTheAverage) {
  Bench bench;
  bench.set_average(10);
  bench.state.idle = 1;
  bench.state.idle_since_us = UINT32_MAX - 999'999;  // one second, 833 packets
  const aqm_packet packet{1'500, 0, AQM_NOT_ECT, 0};
  const aqm_queue queue{};
  red_enqueue(&bench.state, &bench.params, &queue, &packet, 0);
  EXPECT_NEAR(static_cast<double>(bench.state.average_q32) / kOneQ32, 10 * std::pow(0.998, 834),
              1e-5);
  EXPECT_EQ(bench.state.idle, 0U);
}

}  // namespace
}  // namespace docsis_vp::aqm::red_test
