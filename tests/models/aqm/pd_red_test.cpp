#include "models/aqm/pd_red/pd_red.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "platform/base/random.h"
#include "tests/models/aqm/law_bench.h"
#include "tests/models/aqm/q28.h"
#include "tests/models/aqm/window_flows.h"

namespace docsis_vp::aqm::pd_red_test {
namespace {

constexpr std::uint32_t kRate = 1'250'000;  // bytes per second
constexpr aqm_config kConfig{5'000, 0, kRate, 0, 100};

pd_red_params params_of(
    std::initializer_list<std::pair<std::string_view, std::uint32_t>> values = {},
    const aqm_config& config = kConfig) {
  const OptionValues options = options_with(*aqm_find("pd_red"), values);
  pd_red_params params{};
  EXPECT_STREQ(pd_red_params_init(&params, &config, options.data()), nullptr);
  return params;
}

pd_red_state initial_state() {
  pd_red_state state{};
  pd_red_state_init(&state);
  return state;
}

// The paper's controller in real numbers; lengths in packets.
struct PdOracle {
  double k_p = 0.001;
  double k_d = 0.05;
  double buffer = 100;
  double reference = 10;
  double max_p = 0.1;
  double old = -1;

  void update(double average) {
    const double before = old < 0 ? average : old;
    max_p += k_p * (average - reference) / buffer + k_d * (average - before) / buffer;
    max_p = std::clamp(max_p, 0.0, 1.0);
    old = average;
  }
};

TEST(PdRed, FollowsThePapersControllerInRealNumbers) {
  for (const bool bytes : {false, true}) {
    const pd_red_params params =
        params_of({{"reference_packets", 10'000}, {"byte_mode", bytes ? 1U : 0U}});
    PdOracle oracle;
    pd_red_state state = initial_state();
    RandomStream random(1, "test/pd_red");
    const aqm_queue queue{};
    std::int64_t average = 0;
    const std::int64_t most = bytes ? 100 * 1'500 : 100 * 256;
    double highest = 0;
    for (int update = 1; update <= 20'000; ++update) {
      average = std::clamp<std::int64_t>(
          average + std::int64_t(random.below(static_cast<std::uint64_t>(most) / 10)) - most / 20 +
              (update % 8'000 < 4'000 ? most / 5'000 : -most / 5'000),
          0, most);
      state.red.law.measured = static_cast<std::uint32_t>(average);
      pd_red_update(&state, &params, &queue);
      oracle.update(static_cast<double>(average) / (bytes ? 1'500 : 256));
      ASSERT_NEAR(real(state.red.law.drop_prob_q28), oracle.max_p, 2e-6 + update / kOneQ28)
          << update;
      highest = std::max(highest, oracle.max_p);
    }
    EXPECT_GT(highest, 0.15);
  }
}

// 0 would stand for the initial value.
TEST(PdRed, KeepsMaxPBetweenAlmost0And1) {
  const pd_red_params params = params_of({{"proportional_gain", 1'000'000}});
  pd_red_state state = initial_state();
  const aqm_queue queue{};
  for (int i = 0; i < 100; ++i) {
    pd_red_update(&state, &params, &queue);
  }
  EXPECT_EQ(state.red.law.drop_prob_q28, 1U);
  state.red.law.measured = UINT32_MAX;
  for (int i = 0; i < 100; ++i) {
    pd_red_update(&state, &params, &queue);
  }
  EXPECT_EQ(state.red.law.drop_prob_q28, 1U << 28);
}

// Between two updates it is RED: to the bit, while max_p is the same.
TEST(PdRed, JudgesPacketsAsRedDoes) {
  const pd_red_params params = params_of({{"thresholds", RED_BY_PACKETS}});
  const OptionValues red_options =
      options_with(*aqm_find("ared"), {{"thresholds", RED_BY_PACKETS}, {"interval_ms", 10'000}});
  red_params red{};
  ASSERT_STREQ(red_params_init(&red, 1, &kConfig, red_options.data()), nullptr);
  pd_red_state state = initial_state();
  red_state twin{};
  red_state_init(&twin);
  const aqm_algorithm& law = *aqm_find("pd_red");
  RandomStream random(2, "test/pd_red/twin");
  unsigned drops = 0;
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    aqm_queue queue{};
    queue.packets = static_cast<std::uint32_t>(random.below(40));
    const aqm_packet packet{1'500, i * 1'000, AQM_NOT_ECT, 0};
    const std::uint32_t draw = random.next_u32();
    const aqm_verdict verdict = law.enqueue(&state, &params, &queue, &packet, draw);
    ASSERT_EQ(verdict, red_enqueue(&twin, &red, &queue, &packet, draw)) << i;
    drops += verdict == AQM_DROP;
  }
  EXPECT_GT(drops, 100U);
}

TEST(PdRed, WantsABufferAndARate) {
  pd_red_params params{};
  const aqm_config unlimited{5'000, 0, kRate, 0, 0};
  EXPECT_STREQ(pd_red_params_init(&params, &unlimited, nullptr),
               "buffer_bytes: expected a limit in bytes or in packets");
  const aqm_config no_rate{5'000, 0, 0, 0, 100};
  EXPECT_STREQ(pd_red_params_init(&params, &no_rate, nullptr),
               "msr_bytes_per_s: expected the queue's rate, at least 1000, RED averages by it");
}

TEST(PdRed, TakesTheMiddleOfTheBandAsItsReference) {
  EXPECT_EQ(params_of({{"thresholds", RED_BY_PACKETS}}).reference, 10U * 256);
  EXPECT_EQ(params_of({{"thresholds", RED_BY_PACKETS}, {"byte_mode", 1}}).reference, 15'000U);
}

// The paper's figures set the queue beside Adaptive RED's: after a change of the load it swings
// less, and it settles nearer to the reference. Here 30 flows become 90 on 20 Mbit/s, with
// thresholds at 60 and 240 of 300 packets and a weight of 0.002: in the first 20 s after the change
// the standard deviation is at least 5 % smaller, in the next 20 s the mean is nearer to 150.
TEST(PdRed, ReturnsToItsReferenceBetterThanAdaptiveRed) {
  struct Found {
    double deviation, distance;
  };
  const auto run = [](const char* name) {
    WindowFlowsConfig traffic;
    traffic.flows = 30;
    traffic.rate_bytes_per_s = 2'500'000;
    const aqm_algorithm& law = *aqm_find(name);
    WindowFlows flows(law, {5'000, 0, traffic.rate_bytes_per_s, 0, 300},
                      options_with(law, {{"thresholds", RED_BY_PACKETS},
                                         {"min_packets", 60'000},
                                         {"max_packets", 240'000},
                                         {"mean_packet_bytes", 1'000},
                                         {"weight", 2'000'000}}),
                      traffic);
    flows.run(30);
    flows.add_flows(60);
    flows.run(20);
    const double deviation = flows.deviation_packets();
    flows.run(20);
    return Found{deviation, std::abs(flows.mean_packets() - 150)};
  };
  const Found pd = run("pd_red");
  const Found adaptive = run("ared");
  EXPECT_LT(pd.deviation, 0.95 * adaptive.deviation);
  EXPECT_LT(pd.distance, adaptive.distance);
}

}  // namespace
}  // namespace docsis_vp::aqm::pd_red_test
