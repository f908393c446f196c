#include "models/aqm/re_ared/re_ared.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "platform/base/random.h"
#include "tests/models/aqm/law_bench.h"
#include "tests/models/aqm/q28.h"
#include "tests/models/aqm/window_flows.h"

namespace docsis_vp::aqm::re_ared_test {
namespace {

constexpr aqm_config kConfig{5'000, 0, 1'250'000, 0, 300};

re_ared_params params_of(std::initializer_list<std::pair<std::string_view, std::uint32_t>> values) {
  re_ared_params params{};
  const OptionValues options = options_with(*aqm_find("re_ared"), values);
  EXPECT_STREQ(re_ared_params_init(&params, &kConfig, options.data()), nullptr);
  return params;
}

red_state initial_state() {
  red_state state{};
  red_state_init(&state);
  return state;
}

// The paper's formulas in real numbers, with thresholds of 5 and 15 packets.
struct ReAredOracle {
  double max_p = 0.1;

  void update(double average) {
    constexpr double kTarget = 10;
    if (average > 5 + 0.52 * 10 && max_p < 0.5) {
      max_p += 0.25 * max_p * std::min(3.0, (average - kTarget) / kTarget);
    } else if (average < 5 + 0.48 * 10 && max_p > 0.0001) {
      max_p *= 1 - 0.17 * std::min(5.0, (kTarget - average) / (kTarget - 5));
    }
    max_p = std::min(1.0, max_p);
  }
};

TEST(ReAred, FollowsThePapersFormulasInRealNumbers) {
  for (const bool bytes : {false, true}) {
    const re_ared_params params =
        params_of({{"thresholds", RED_BY_PACKETS}, {"byte_mode", bytes ? 1U : 0U}});
    red_state state = initial_state();
    ReAredOracle oracle;
    RandomStream random(1, "test/re_ared");
    const aqm_queue queue{};
    double highest = 0;
    double lowest = 1;
    for (unsigned update = 0; update < 5'000; ++update) {
      const double average = random.uniform() * (update % 200 < 90    ? 50
                                                 : update % 200 < 150 ? 9
                                                                      : 12);
      state.law.measured = static_cast<std::uint32_t>(average * (bytes ? 1'500 : 256));
      const double measured = state.law.measured / (bytes ? 1'500.0 : 256.0);
      if (std::abs(measured - 9.8) < 0.02 || std::abs(measured - 10.2) < 0.02) {
        continue;  // the edges are rounded
      }
      oracle.update(measured);
      re_ared_update(&state, &params, &queue);
      ASSERT_NEAR(real(state.law.drop_prob_q28), oracle.max_p, 1e-6 + 1e-3 * oracle.max_p)
          << update;
      oracle.max_p = real(state.law.drop_prob_q28);  // errors do not add up
      highest = std::max(highest, oracle.max_p);
      lowest = std::min(lowest, oracle.max_p);
    }
    EXPECT_GT(highest, 0.5);
    EXPECT_LT(lowest, 0.001);
  }
}

TEST(ReAred, KeepsMaxPInTheBandAndAboveZero) {
  const re_ared_params params = params_of({{"thresholds", RED_BY_PACKETS}});
  EXPECT_EQ(params.target, 10U * 256);
  EXPECT_EQ(params.min, 5U * 256);
  red_state state = initial_state();
  const aqm_queue queue{};
  state.law.drop_prob_q28 = 12'345'678;
  for (const double average : {9.9, 10.0, 10.1}) {
    state.law.measured = static_cast<std::uint32_t>(average * 256);
    re_ared_update(&state, &params, &queue);
    EXPECT_EQ(state.law.drop_prob_q28, 12'345'678U);
  }
  state.law.measured = 0;
  for (int i = 0; i < 1'000; ++i) {
    re_ared_update(&state, &params, &queue);
  }
  EXPECT_GT(state.law.drop_prob_q28, 0U);
  EXPECT_LE(real(state.law.drop_prob_q28), 0.0001);
  state.law.measured = UINT32_MAX;
  for (int i = 0; i < 1'000; ++i) {
    re_ared_update(&state, &params, &queue);
  }
  EXPECT_GE(real(state.law.drop_prob_q28), 0.5);
  EXPECT_LE(state.law.drop_prob_q28, 1U << 28);
}

// Between two updates it is RED: to the bit, while max_p is the same.
TEST(ReAred, JudgesPacketsAsAdaptiveRedDoes) {
  const re_ared_params params = params_of({});
  red_params adaptive{};
  const OptionValues options = options_of(*aqm_find("ared"));
  ASSERT_STREQ(red_params_init(&adaptive, 1, &kConfig, options.data()), nullptr);
  red_state state = initial_state();
  red_state twin = initial_state();
  const aqm_algorithm& law = *aqm_find("re_ared");
  RandomStream random(2, "test/re_ared/twin");
  unsigned drops = 0;
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    aqm_queue queue{};
    queue.packets = static_cast<std::uint32_t>(random.below(40));
    const aqm_packet packet{1'500, i * 1'000, AQM_NOT_ECT, 0};
    const std::uint32_t draw = random.next_u32();
    const aqm_verdict verdict = law.enqueue(&state, &params, &queue, &packet, draw);
    ASSERT_EQ(verdict, red_enqueue(&twin, &adaptive, &queue, &packet, draw)) << i;
    drops += verdict == AQM_DROP;
  }
  EXPECT_GT(drops, 100U);
}

struct Found {
  double distance;  // of the mean queue from the target, packets
  double utilization;
};

Found run(const char* name, unsigned flows, bool ecn, double seconds) {
  WindowFlowsConfig traffic;
  traffic.flows = flows;
  traffic.rate_bytes_per_s = 2'500'000;
  traffic.ecn = ecn;
  const aqm_algorithm& law = *aqm_find(name);
  WindowFlows bench(law, {5'000, 0, traffic.rate_bytes_per_s, 0, 300},
                    options_with(law, {{"thresholds", RED_BY_PACKETS},
                                       {"min_packets", 60'000},
                                       {"max_packets", 180'000},
                                       {"mean_packet_bytes", 1'000},
                                       {"ecn", ecn ? 1U : 0U},
                                       {"weight", 2'000'000}}),
                    traffic);
  bench.run(seconds);
  bench.run(100);
  return {std::abs(bench.mean_packets() - 120), bench.utilization()};
}

// The paper's figures: the queue stays nearer to the target than with Adaptive RED, for any number
// of flows. With few of them Adaptive RED's least max_p of 1 % keeps the queue short.
TEST(ReAred, KeepsTheQueueNearerToTheTargetWithFewFlowsAndWithMarks) {
  for (const bool ecn : {false, true}) {
    for (const unsigned flows : {2U, 4U, 8U}) {
      const Found refined = run("re_ared", flows, ecn, 100);
      const Found adaptive = run("ared", flows, ecn, 100);
      const std::string key = std::to_string(flows) + (ecn ? "_ecn" : "");
      RecordProperty("refined_" + key, std::to_string(refined.distance));
      RecordProperty("adaptive_" + key, std::to_string(adaptive.distance));
      EXPECT_LT(refined.distance, adaptive.distance) << key;
    }
  }
}

}  // namespace
}  // namespace docsis_vp::aqm::re_ared_test
